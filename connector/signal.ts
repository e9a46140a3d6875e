/** Wakes one loop. What is given while nobody waits is kept, once. */
export function untilSignal() {
  let isGiven = false;
  let resume: (() => void) | null = null;
  return {
    /** Somebody gave it since the last wait ended. */
    get isGiven(): boolean {
      return isGiven;
    },
    give(): void {
      isGiven = true;
      resume?.();
    },
    async wait(): Promise<void> {
      if (!isGiven) {
        await new Promise<void>((resolve) => {
          resume = resolve;
        });
      }
      resume = null;
      isGiven = false;
    },
  };
}
