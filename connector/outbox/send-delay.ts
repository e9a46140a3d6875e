export type DelayRange = { least: number; most: number };

/** Returns the pause before the next message: random, like a person's. */
export const nextDelayMs = ({ least, most }: DelayRange, random = Math.random) => least + random() * (most - least);

/** Ends the pause immediately when the connection stops. */
export async function waitSendDelay(pace: DelayRange, ended: AbortSignal): Promise<void> {
  if (pace.most === 0 || ended.aborted) return;
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, nextDelayMs(pace));
  const end = () => resolve();
  ended.addEventListener("abort", end);
  await promise;
  ended.removeEventListener("abort", end);
  clearTimeout(timer);
}
