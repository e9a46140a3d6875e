import { expect, test } from "vitest";
import { type Running, supervise } from "./supervise.ts";

const backoff = { leastMs: 1, mostMs: 4, stableMs: 60_000 };

/** Supervises a fake program; `fails` selects the starts that fail. */
function given(fails: (start: number) => boolean = () => false) {
  const said: string[] = [];
  const starts: { before: string | undefined; die(): void }[] = [];
  const ending = new AbortController();
  let isRunning = 0;
  const begin = async (before: string | undefined): Promise<Running<string>> => {
    const ended = Promise.withResolvers<string>();
    starts.push({ before, die: () => ended.resolve("SIGKILL") });
    if (fails(starts.length)) throw new Error("the port is taken");
    isRunning += 1;
    const end = (reason: string) => ended.resolve(reason);
    void ended.promise.then(() => {
      isRunning -= 1;
    });
    return { readyInfo: `port ${starts.length}`, ended: ended.promise, stop: async () => end("stopped") };
  };
  const kept = supervise("base", begin, { ending: ending.signal, report: (text) => said.push(text), backoff });
  return { kept, said, starts, ending, running: () => isRunning };
}

test("supervise restarts a program that dies, with the address of its first start", async () => {
  const { kept, starts, ending, running } = given();
  expect(await kept.ready).toBe("port 1");
  starts[0]?.die();
  await expect.poll(running).toBe(1);
  starts[1]?.die();
  await expect.poll(() => starts.length).toBe(3);
  expect(starts.map(({ before }) => before)).toEqual([undefined, "port 1", "port 1"]);
  ending.abort();
  await kept.stop();
  expect(running()).toBe(0);
});

test("supervise retries a failing restart with growing pauses until it succeeds", async () => {
  const { kept, said, starts, ending, running } = given((start) => start > 1 && start < 7);
  await kept.ready;
  starts[0]?.die();
  await expect.poll(() => starts.length).toBe(7);
  await expect.poll(running).toBe(1);
  const pauses = said.map((line) => line.match(/em ([\d.]+) s/)?.[1]).filter(Boolean);
  expect(pauses).toEqual(["0.001", "0.002", "0.004", "0.004", "0.004", "0.004"]);
  ending.abort();
  await kept.stop();
});

test("supervise reports the first start's failure and does not retry", async () => {
  const { kept, starts } = given(() => true);
  await expect(kept.ready).rejects.toThrow("the port is taken");
  await kept.stop();
  expect(starts).toHaveLength(1);
});

test("supervise ends at once during a pause", async () => {
  const { kept, starts, ending } = given((start) => start > 1);
  await kept.ready;
  starts[0]?.die();
  await expect.poll(() => starts.length).toBeGreaterThan(2);
  ending.abort();
  await kept.stop();
  const many = starts.length;
  await new Promise((done) => setTimeout(done, 30));
  expect(starts).toHaveLength(many);
});

test("supervise stops a program whose start finishes after the end", async () => {
  const slow = Promise.withResolvers<void>();
  const ending = new AbortController();
  const ended = Promise.withResolvers<string>();
  const begin = async () => {
    await slow.promise;
    return { readyInfo: "here", ended: ended.promise, stop: async () => ended.resolve("stopped") };
  };
  const kept = supervise("base", begin, { ending: ending.signal, report: () => {}, backoff });
  ending.abort();
  slow.resolve();
  await kept.stop();
  expect(await ended.promise).toBe("stopped");
});
