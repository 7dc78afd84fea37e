// One listener for each AbortSignal, shared by all that wait for it: a thousand calls on one signal are no leak, and give no warning of one.

const waiting = new WeakMap<AbortSignal, Set<() => void>>();

/**
 * Calls a listener once, when a signal fires. One that has fired calls nobody: ask `aborted` first.
 *
 * @param listener must not throw
 * @returns how to stop listening; the last one to do so takes the one listener off the signal
 */
export function onAbort(signal: AbortSignal, listener: () => void): () => void {
  // An object of its own, so that one function can wait more than once.
  const entry = () => listener();
  const listeners = waiting.get(signal) ?? listenTo(signal);
  listeners.add(entry);
  return () => {
    listeners.delete(entry);
    if (listeners.size > 0 || waiting.get(signal) !== listeners) return;
    waiting.delete(signal);
    signal.removeEventListener("abort", fire);
  };
}

function listenTo(signal: AbortSignal): Set<() => void> {
  const listeners = new Set<() => void>();
  waiting.set(signal, listeners);
  signal.addEventListener("abort", fire, { once: true });
  return listeners;
}

function fire(this: AbortSignal): void {
  const listeners = [...(waiting.get(this) ?? [])];
  waiting.delete(this);
  for (const listener of listeners) listener();
}
