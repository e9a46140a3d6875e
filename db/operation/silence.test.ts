import { expect, test, vi } from "vitest";
import { counted, type Silence, withinSilence } from "./silence.ts";

const never = () => new Promise<never>(() => {});

test("work of which no byte comes fails with its name, also when it never answers", async () => {
  await expect(withinSilence("public.messages", { silenceMs: 50 }, never)).rejects.toThrow(
    "public.messages: no byte within 0.05 s",
  );
});

test("work without a byte fails after 60 seconds by default", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  try {
    let failure: unknown = null;
    void withinSilence("file 1", {}, never).catch((error: unknown) => {
      failure = error;
    });
    await vi.advanceTimersByTimeAsync(59_999);
    expect(failure).toBeNull();
    await vi.advanceTimersByTimeAsync(1);
    expect(failure).toEqual(new Error("file 1: no byte within 60 s"));
  } finally {
    vi.useRealTimers();
  }
});

test("each byte restarts the time, and after the last one the other side may take longer", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  try {
    let silence: Silence | undefined;
    let finish = (_: string) => {};
    const working = withinSilence("file 1", { silenceMs: 1_000 }, (given) => {
      silence = given;
      return new Promise<string>((done) => {
        finish = done;
      });
    });
    for (let at = 0; at < 5; at += 1) {
      vi.advanceTimersByTime(900);
      silence?.bytes(1);
    }
    silence?.end();
    vi.advanceTimersByTime(60_000);
    silence?.bytes(1);
    vi.advanceTimersByTime(60_000);
    finish("copied");
    expect(await working).toBe("copied");
  } finally {
    vi.useRealTimers();
  }
});

test("a signal ends the work with its reason, and the work's own signal aborts", async () => {
  const interruption = new AbortController();
  let inner: AbortSignal | undefined;
  const working = withinSilence("file 1", { signal: interruption.signal }, (_silence, signal) => {
    inner = signal;
    return never();
  });
  interruption.abort(new Error("interrupted"));
  await expect(working).rejects.toThrow("interrupted");
  expect(inner?.aborted).toBe(true);
  await expect(withinSilence("file 2", { signal: interruption.signal }, never)).rejects.toThrow("interrupted");
});

test("content is counted, and ends when the signal has aborted", async () => {
  const interruption = new AbortController();
  const steps: number[] = [];
  async function* content() {
    for (const length of [3, 4, 5]) {
      yield Buffer.alloc(length);
    }
  }
  const reading = withinSilence("file 1", { onStep: ({ bytes }) => steps.push(bytes ?? 0) }, async (silence) => {
    for await (const chunk of counted(content, silence, interruption.signal))
      if (chunk.length === 4) interruption.abort(new Error("interrupted"));
  });
  await expect(reading).rejects.toThrow("interrupted");
  expect(steps).toEqual([3, 4]);
});
