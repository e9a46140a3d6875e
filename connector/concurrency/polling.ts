export type Polling = {
  /** Starts no further run; resolves when the present one has ended. */
  stop(): Promise<void>;
};

/**
 * Repeats `work`, one run at a time. It resolves with the pause in ms until its next run, handles its own errors, and
 * may end early when `isStopping` returns true. Keeps no process alive.
 */
export function startPolling(work: (isStopping: () => boolean) => Promise<number>, firstAfterMs = 0): Polling {
  let hasStopped = false;
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> = Promise.resolve();

  function next(afterMs: number) {
    if (hasStopped) return;
    timer = setTimeout(() => {
      running = work(() => hasStopped).then(next);
    }, afterMs);
    timer.unref();
  }

  next(firstAfterMs);
  return {
    async stop() {
      hasStopped = true;
      clearTimeout(timer);
      await running;
    },
  };
}
