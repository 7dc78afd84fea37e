// Preloaded into an example: ends it at once with exit code 9 when it opens a connection that leaves this machine.
import { Socket } from "node:net";

const connect = Socket.prototype.connect;
Socket.prototype.connect = function (...args) {
  const { host, path } = [args].flat(2)[0];
  if (!path && !["127.0.0.1", "localhost"].includes(host)) {
    console.error(`It connects to ${host}.`);
    process.exit(9);
  }
  return connect.apply(this, args);
};
