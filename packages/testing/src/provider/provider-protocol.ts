// What the loopback server needs to know of an API.
import type { ModelReply, ModelRequest } from "../models/scripted-model.js";
import type { BadRequest } from "./bad-request.js";
import type { ServerSentEvent } from "./server-sent-event.js";

/** One request as the server has received it. */
export interface ProviderCall {
  /** Counts the requests to this server, from 1. */
  readonly number: number;
  /** The path with its query. */
  readonly url: string;
  readonly body: unknown;
  /** What the server remembers from one request to the next, for an API that keeps conversations. */
  readonly kept: Map<string, readonly unknown[]>;
}

/** How one provider's API reads and writes, and what it refuses. */
export interface ProviderProtocol {
  /** What requests are posted to: matches the path with its query. */
  readonly path: RegExp;
  /** The headers that a request must have. */
  readonly headers: readonly string[];
  /** @throws BadRequest where the real API would answer 400 */
  readRequest(call: ProviderCall): ModelRequest;
  /** Whether the reply is wanted as a stream of events. */
  wantsStream(call: ProviderCall): boolean;
  writeReply(reply: ModelReply, call: ProviderCall): unknown;
  /** The same reply as events, in the order and the shapes of the real API. */
  writeStream(reply: ModelReply, call: ProviderCall): readonly ServerSentEvent[];
  writeError(error: BadRequest): unknown;
}

/** Whether the body says `stream: true`. */
export function bodyWantsStream({ body }: ProviderCall): boolean {
  return typeof body === "object" && body !== null && "stream" in body && body.stream === true;
}
