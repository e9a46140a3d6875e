export type LoopParts = {
  /** Does everything that can be done now. */
  work(): Promise<void>;
  onError(error: unknown): void;
  /** The pause before a retry after an error; without it, the next wake-up retries. */
  retryMs?: number;
  /** Finishes pending work before it stops. */
  isDrained?: boolean;
};

/** Runs its work at each wake-up, one run at a time. A wake-up during a run causes one more run. */
export class Loop {
  readonly #parts: LoopParts;
  readonly #running: Promise<void>;
  #isWoken = false;
  #resume: (() => void) | null = null;
  #hasStopped = false;

  constructor(parts: LoopParts) {
    this.#parts = parts;
    this.#running = this.#run();
  }

  get hasStopped(): boolean {
    return this.#hasStopped;
  }

  wake(): void {
    this.#isWoken = true;
    this.#resume?.();
  }

  /** Keeps no process alive. */
  wakeIn(ms: number): void {
    if (!this.#hasStopped) setTimeout(() => this.wake(), ms).unref();
  }

  /** Resolves when no run is in progress any more. */
  stop(): Promise<void> {
    this.#hasStopped = true;
    this.wake();
    return this.#running;
  }

  async #run(): Promise<void> {
    const { work, onError, retryMs, isDrained = false } = this.#parts;
    do {
      await this.#woken();
      if (this.#hasStopped && !isDrained) return;
      try {
        await work();
      } catch (error) {
        onError(error);
        if (retryMs !== undefined) this.wakeIn(retryMs);
      }
    } while (!this.#hasStopped || (isDrained && this.#isWoken));
  }

  async #woken(): Promise<void> {
    if (!this.#isWoken) {
      await new Promise<void>((resolve) => {
        this.#resume = resolve;
      });
    }
    this.#resume = null;
    this.#isWoken = false;
  }
}
