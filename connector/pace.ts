export type Pace = { least: number; most: number };

/** How long the next message waits: never the same twice, because no person writes like a clock. */
export const nextPauseMs = ({ least, most }: Pace, random = Math.random) => least + random() * (most - least);

/** At once when it has ended: nobody waits for what will not be sent. */
export async function keepPace(pace: Pace, ended: AbortSignal): Promise<void> {
  if (pace.most === 0 || ended.aborted) return;
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, nextPauseMs(pace));
  const end = () => resolve();
  ended.addEventListener("abort", end);
  await promise;
  ended.removeEventListener("abort", end);
  clearTimeout(timer);
}
