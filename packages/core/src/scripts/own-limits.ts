// Knows which functions bound their own time: those of scripts and resources that run elsewhere, within the limits of that place.

const bounded = new WeakSet<object>();

/** Marks what has a time limit of its own, such as a script of another toolset, which may also wait for an answer of a person. */
export function declareOwnLimits<Bounded extends object>(value: Bounded): Bounded {
  bounded.add(value);
  return value;
}

/** Whether {@link declareOwnLimits} was called with it. */
export function hasOwnLimits(value: object): boolean {
  return bounded.has(value);
}
