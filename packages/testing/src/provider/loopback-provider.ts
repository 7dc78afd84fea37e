// An HTTP server on 127.0.0.1 that stands for a provider.
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { ModelReply, ScriptedModel } from "../models/scripted-model.js";
import { BadRequest } from "./bad-request.js";
import type { ProviderCall, ProviderProtocol } from "./provider-protocol.js";
import { toEventText } from "./server-sent-event.js";

/** A server on 127.0.0.1 that stands for a provider. */
export interface LoopbackProvider {
  /** Without a path. */
  readonly url: string;
  close(): Promise<void>;
}

/** Serves one scripted model by one provider's protocol. What the real API would refuse is answered 400 in its form. */
export async function loopbackProvider(protocol: ProviderProtocol, model: ScriptedModel): Promise<LoopbackProvider> {
  const kept: ProviderCall["kept"] = new Map();
  let number = 0;
  const server = createServer(async (request, response) => {
    number += 1;
    try {
      const call = { number, kept, url: request.url ?? "", body: await readJson(protocol, request) };
      send(protocol, await model.reply(protocol.readRequest(call)), call, response);
    } catch (error) {
      // Whatever goes wrong in a script is answered 400 too: clients repeat a call after a 500.
      const refusal = error instanceof BadRequest ? error : new BadRequest("", String(error));
      sendJson(response, 400, protocol.writeError(refusal));
    }
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

async function readJson({ path, headers }: ProviderProtocol, request: IncomingMessage): Promise<unknown> {
  if (request.method !== "POST" || !path.test(request.url ?? "")) {
    throw new BadRequest("", `Send POST to ${path}, not ${request.method} to ${request.url}.`);
  }
  const missing = headers.filter((name) => !request.headers[name]);
  if (missing.length > 0) throw new BadRequest("", `These headers are missing: ${missing.join(", ")}.`);
  let text = "";
  request.setEncoding("utf8");
  for await (const chunk of request) text += chunk;
  return JSON.parse(text);
}

function send(protocol: ProviderProtocol, reply: ModelReply, call: ProviderCall, response: ServerResponse): void {
  if (!protocol.wantsStream(call)) {
    sendJson(response, 200, protocol.writeReply(reply, call));
    return;
  }
  const events = protocol.writeStream(reply, call);
  response.writeHead(200, { "content-type": "text/event-stream" });
  for (const event of events) response.write(toEventText(event));
  response.end();
}

function sendJson(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
}
