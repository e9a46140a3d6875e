type Scheduler = { yield?: () => Promise<void> };

/** Lets the browser handle input and paint before the caller goes on. Outside of a page it does nothing. */
export async function yieldToInput(): Promise<void> {
  if (typeof document === "undefined") return;
  const { scheduler } = globalThis as { scheduler?: Scheduler };
  if (scheduler?.yield) await scheduler.yield();
  else await new Promise((resolve) => setTimeout(resolve));
}
