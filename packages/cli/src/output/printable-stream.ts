// What a script prints while it runs, made harmless for the log of a CI job.

import { startOfCutCommand, withoutLogCommands } from "@skillplug/core/text";

/** Makes output harmless that comes in parts, without control characters already; a command may be cut anywhere. */
export function createPrintableStream(): { add(part: string): string; end(): string } {
  let held = "";
  /** Whether nothing but white space stands in the line so far: only then `::` begins a command. */
  let isBlank = true;
  const write = (text: string): string => {
    const [first = "", ...rest] = text.split("\n");
    const written = [isBlank ? withoutLogCommands(first) : withinLine(first), ...rest.map(withoutLogCommands)];
    isBlank = (rest.length > 0 || isBlank) && (rest.at(-1) ?? first).trim() === "";
    return written.join("\n");
  };
  return {
    add(part) {
      const text = held + part;
      const start = text.lastIndexOf("\n") + 1;
      const last = text.slice(start);
      const isColon = last.trim() === ":" && last.endsWith(":") && (start > 0 || isBlank);
      const end = isColon ? text.length - 1 : start + startOfCutCommand(last);
      held = text.slice(end);
      return write(text.slice(0, end));
    },
    end() {
      const last = write(held);
      held = "";
      return last;
    },
  };
}

/** What goes on in a line is no beginning of one. */
function withinLine(rest: string): string {
  return withoutLogCommands(`.${rest}`).slice(1);
}
