import { expect, test } from "vitest";
import { type Running, supervise } from "./supervise.ts";

const backoff = { leastMs: 1, mostMs: 4, stableMs: 60_000 };

/** Something that is started over and over; `fails` says which starts do not succeed. */
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
    return { told: `port ${starts.length}`, ended: ended.promise, stop: async () => end("stopped") };
  };
  const kept = supervise("base", begin, { ending: ending.signal, report: (text) => said.push(text), backoff });
  return { kept, said, starts, ending, running: () => isRunning };
}

test("it is started again when it dies, at the place where it was first", async () => {
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

test("a start that fails is tried again, further and further apart, until it succeeds", async () => {
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

test("the first start's failure is told, and nothing is tried again", async () => {
  const { kept, starts } = given(() => true);
  await expect(kept.ready).rejects.toThrow("the port is taken");
  await kept.stop();
  expect(starts).toHaveLength(1);
});

test("the end during a pause ends at once", async () => {
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

test("the end during a start stops what has just been started", async () => {
  const slow = Promise.withResolvers<void>();
  const ending = new AbortController();
  const ended = Promise.withResolvers<string>();
  const begin = async () => {
    await slow.promise;
    return { told: "here", ended: ended.promise, stop: async () => ended.resolve("stopped") };
  };
  const kept = supervise("base", begin, { ending: ending.signal, report: () => {}, backoff });
  ending.abort();
  slow.resolve();
  await kept.stop();
  expect(await ended.promise).toBe("stopped");
});
