// Events of a stream, as they go over the wire.
/** One event of a stream. */
export interface ServerSentEvent {
  readonly event?: string | undefined;
  /** A text is sent as it is, anything else as JSON. */
  readonly data: unknown;
}

/** The event as it goes over the wire. */
export function toEventText({ event, data }: ServerSentEvent): string {
  const name = event === undefined ? "" : `event: ${event}\n`;
  return `${name}data: ${typeof data === "string" ? data : JSON.stringify(data)}\n\n`;
}

/** A text cut into what a model would send at a time. None for an empty text. */
export function piecesOf(text: string): string[] {
  return text.match(/.{1,9}/gsu) ?? [];
}
