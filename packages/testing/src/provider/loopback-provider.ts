import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import type { ModelReply, ModelRequest, ScriptedModel } from "../scripted-model.js";
import { BadRequest } from "./bad-request.js";

/** How one provider's API reads and writes, and what it refuses. */
export interface ProviderProtocol {
  /** The path that requests are posted to. */
  readonly path: string;
  /** The headers that a request must have. */
  readonly headers: readonly string[];
  /** @throws BadRequest where the real API would answer 400 */
  readRequest(body: unknown): ModelRequest;
  writeReply(reply: ModelReply): unknown;
  writeError(error: BadRequest): unknown;
}

/** A server on 127.0.0.1 that stands for a provider. */
export interface LoopbackProvider {
  /** Without a path. */
  readonly url: string;
  close(): Promise<void>;
}

/** Serves one scripted model by one provider's protocol. What the real API would refuse is answered 400 in its form. */
export async function loopbackProvider(protocol: ProviderProtocol, model: ScriptedModel): Promise<LoopbackProvider> {
  const server = createServer(async (request, response) => {
    const { status, body } = await answer(protocol, model, request);
    response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
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

async function answer(protocol: ProviderProtocol, model: ScriptedModel, request: IncomingMessage) {
  try {
    if (request.method !== "POST" || request.url !== protocol.path) {
      throw new BadRequest("", `Send POST ${protocol.path}, not ${request.method} ${request.url}.`);
    }
    const missing = protocol.headers.filter((name) => !request.headers[name]);
    if (missing.length > 0) throw new BadRequest("", `These headers are missing: ${missing.join(", ")}.`);
    const reply = await model.reply(protocol.readRequest(await readJson(request)));
    return { status: 200, body: protocol.writeReply(reply) };
  } catch (error) {
    // Whatever goes wrong in a script is answered 400 too: clients repeat a call after a 500.
    const refusal = error instanceof BadRequest ? error : new BadRequest("", String(error));
    return { status: 400, body: protocol.writeError(refusal) };
  }
}

async function readJson(request: IncomingMessage): Promise<unknown> {
  let text = "";
  request.setEncoding("utf8");
  for await (const chunk of request) text += chunk;
  return JSON.parse(text);
}
