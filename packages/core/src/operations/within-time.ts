// Waiting for a source, which may never answer.

/** How long a source may take for one answer, in milliseconds: runs of other skills wait behind what reads this one. */
const SOURCE_MS = 60_000;

/** @throws Error when the answer does not come within a minute; it is dropped then */
export async function withinTime<Answer>(answer: Promise<Answer>): Promise<Answer> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new Error(`no answer within ${SOURCE_MS / 1_000} seconds. Try again later`)),
      SOURCE_MS,
    );
    // Outside Node a timer is a number.
    timer.unref?.();
  });
  try {
    return await Promise.race([answer, late]);
  } finally {
    clearTimeout(timer);
  }
}
