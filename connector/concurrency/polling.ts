export type Polling = {
  /** Runs the work now instead of after its pause; during a run, once more after it. */
  wake(): void;
  /** Starts no further run; resolves when the present one has ended. */
  stop(): Promise<void>;
};

/**
 * Repeats `work`, one run at a time. It resolves with the pause in ms until its next run, handles its own errors, and
 * may end early when `isStopping` returns true. Keeps no process alive.
 */
export function startPolling(work: (isStopping: () => boolean) => Promise<number>, firstAfterMs = 0): Polling {
  let hasStopped = false;
  let isWoken = false;
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | null = null;

  function next(afterMs: number) {
    if (hasStopped) return;
    clearTimeout(timer);
    timer = setTimeout(() => {
      isWoken = false;
      running = work(() => hasStopped).then((pauseMs) => {
        running = null;
        next(isWoken ? 0 : pauseMs);
      });
    }, afterMs);
    timer.unref();
  }

  next(firstAfterMs);
  return {
    wake() {
      isWoken = true;
      if (!running) next(0);
    },
    async stop() {
      hasStopped = true;
      clearTimeout(timer);
      await running;
    },
  };
}
