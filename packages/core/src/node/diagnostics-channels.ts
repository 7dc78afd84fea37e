// The event channels on Node's `diagnostics_channel`.

import { channel, tracingChannel } from "node:diagnostics_channel";
import type { EventChannels, SkillTrace } from "../events/channels.js";
import type { SkillOperation } from "../events/event.js";

/** The channels of Node: `skillplug:event` has every event, the tracing channel `skillplug:<operation>` the calls of one operation. */
function openChannels(): EventChannels {
  const events = channel("skillplug:event");
  const open = (operation: SkillOperation) => tracingChannel<unknown, SkillTrace>(`skillplug:${operation}`);
  const traces = {
    discover: open("discover"),
    search: open("search"),
    load: open("load"),
    read: open("read"),
    run: open("run"),
  };
  return {
    hasSubscribers: (operation) => events.hasSubscribers || traces[operation].hasSubscribers,
    publish: (event) => events.publish(event),
    async trace(trace, work) {
      const { start, end, error, asyncStart, asyncEnd, hasSubscribers } = traces[trace.operation];
      if (!hasSubscribers) return work();
      // Not tracePromise, which would publish the result itself.
      const working = start.runStores(trace, () => {
        const promise = work();
        end.publish(trace);
        return promise;
      });
      const settled = await working;
      trace.event = settled.events.at(-1);
      if (settled.failed) error.publish(trace);
      asyncStart.publish(trace);
      asyncEnd.publish(trace);
      return settled;
    },
  };
}

let opened: EventChannels | undefined;

/** The channels, memoised: they belong to the process, and all toolsets share them. */
export function eventChannels(): EventChannels {
  opened ??= openChannels();
  return opened;
}
