import { expect, test } from "vitest";
import { type Running, supervise } from "./supervise.ts";

const backoff = { minMs: 1, maxMs: 4, stableMs: 60_000 };

/** Supervises a fake program; `fails` selects the starts that fail. */
function givenProgram(fails: (start: number) => boolean = () => false) {
  const reports: string[] = [];
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
  const supervised = supervise("base", begin, { ending: ending.signal, report: (text) => reports.push(text), backoff });
  return { supervised, reports, starts, ending, running: () => isRunning };
}

test("supervise restarts a program that dies, with the address of its first start", async () => {
  const { supervised, starts, ending, running } = givenProgram();
  expect(await supervised.ready).toBe("port 1");
  starts[0]?.die();
  await expect.poll(running).toBe(1);
  starts[1]?.die();
  await expect.poll(() => starts.length).toBe(3);
  expect(starts.map(({ before }) => before)).toEqual([undefined, "port 1", "port 1"]);
  ending.abort();
  await supervised.stop();
  expect(running()).toBe(0);
});

test("supervise retries a failing restart with growing pauses until it succeeds", async () => {
  const { supervised, reports, starts, ending, running } = givenProgram((start) => start > 1 && start < 7);
  await supervised.ready;
  starts[0]?.die();
  await expect.poll(() => starts.length).toBe(7);
  await expect.poll(running).toBe(1);
  const pauses = reports.map((line) => line.match(/em ([\d.]+) s/)?.[1]).filter(Boolean);
  expect(pauses).toEqual(["0.001", "0.002", "0.004", "0.004", "0.004", "0.004"]);
  ending.abort();
  await supervised.stop();
});

test("supervise reports the first start's failure and does not retry", async () => {
  const { supervised, starts } = givenProgram(() => true);
  await expect(supervised.ready).rejects.toThrow("the port is taken");
  await supervised.stop();
  expect(starts).toHaveLength(1);
});

test("supervise ends at once during a pause", async () => {
  const { supervised, starts, ending } = givenProgram((start) => start > 1);
  await supervised.ready;
  starts[0]?.die();
  await expect.poll(() => starts.length).toBeGreaterThan(2);
  ending.abort();
  const many = starts.length;
  await supervised.stop();
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
  const supervised = supervise("base", begin, { ending: ending.signal, report: () => {}, backoff });
  ending.abort();
  slow.resolve();
  await supervised.stop();
  expect(await ended.promise).toBe("stopped");
});
