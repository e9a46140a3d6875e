/** The progress of a long work: the table, file or migration that it works on, and how far it is. */
export type Step = {
  name: string;
  /** Bytes since the last report. */
  bytes?: number;
  /** How many of `total` are finished. */
  done?: number;
  total?: number;
};

/** How a long work is watched: where it reports, how long it may stay without a byte, and what ends it. */
export type Watch = {
  onStep?: (step: Step) => void;
  /** In milliseconds; 60 s by default. */
  silenceMs?: number;
  signal?: AbortSignal;
};

/** A work without a byte for this long has failed. */
export const SILENCE_MS = 60_000;

export type Silence = {
  /** Restarts the time with each call. */
  bytes(count: number): void;
  /** Ends the time: the other side works on what it has got. */
  end(): void;
};

/**
 * Runs work that moves bytes. Rejects with an error that names `name` when no byte has moved for the time, and with the
 * signal's reason when it aborts; `signal` of the work aborts, too. Does not wait for work that ignores it.
 */
export async function withinSilence<T>(
  name: string,
  { silenceMs = SILENCE_MS, signal, onStep }: Watch,
  work: (silence: Silence, signal: AbortSignal) => Promise<T>,
): Promise<T> {
  signal?.throwIfAborted();
  const ending = new AbortController();
  const timer = setTimeout(
    () => ending.abort(new Error(`${name}: no byte within ${silenceMs / 1_000} s`)),
    Math.max(1, silenceMs),
  );
  const interrupt = () => ending.abort(signal?.reason);
  signal?.addEventListener("abort", interrupt);
  const ended = new Promise<never>((_, fail) => {
    ending.signal.addEventListener("abort", () => fail(ending.signal.reason));
  });
  let isOpen = true;
  const silence: Silence = {
    bytes(count) {
      if (isOpen) timer.refresh();
      onStep?.({ name, bytes: count });
    },
    end() {
      isOpen = false;
      clearTimeout(timer);
    },
  };
  try {
    return await Promise.race([work(silence, ending.signal), ended]);
  } catch (error) {
    // A stream that the signal has destroyed rejects with an AbortError.
    throw ending.signal.aborted ? ending.signal.reason : error;
  } finally {
    silence.end();
    signal?.removeEventListener("abort", interrupt);
  }
}

/**
 * Passes bytes on and counts them; fails when the signal has aborted. `open` is called with the first byte that is asked
 * for: the error of a stream that is opened before has no listener.
 */
export async function* counted(
  open: () => AsyncIterable<Uint8Array>,
  silence: Silence,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  for await (const chunk of open()) {
    signal.throwIfAborted();
    silence.bytes(chunk.length);
    yield chunk;
  }
}
