import "fake-indexeddb/auto";
import { uuidv7 } from "uuidv7";
import { expect, onTestFinished, test, vi } from "vitest";
import type { ThreadDocument, ThreadUpdate } from "../../../contracts/desk/messages.ts";
import { openCacheDatabase } from "../local/databases.ts";
import { createHistory } from "../local/history.ts";
import { createWorkList } from "../local/work.ts";
import { givenMessage } from "../testing/given.ts";
import { ticketThreads } from "../thread-kinds.ts";
import { createThreadPull } from "./threads.ts";

function givenThreads(stored: ThreadDocument[] = []) {
  const cache = openCacheDatabase({ companyId: uuidv7(), id: uuidv7() });
  onTestFinished(() => cache.close());
  const work = createWorkList(cache);
  const fetchWhole = vi.fn(async (_ids: string[]): Promise<ThreadUpdate[]> => []);
  const find = async (ids: string[]) => stored.filter(({ id }) => ids.includes(id));
  return {
    work,
    fetchWhole,
    threads: createThreadPull({
      name: "threads",
      kind: ticketThreads,
      history: createHistory(cache, ticketThreads),
      work,
      find,
      fetchWhole,
    }),
  };
}
const thread = (id: string, rev: number, body: string): ThreadDocument => ({
  id,
  rev,
  hasOlder: false,
  messages: [givenMessage({ ticketId: id, body })],
});

test("missing threads: a refused one is requested once, and again after a retry", async () => {
  const { work, fetchWhole, threads } = givenThreads();
  const id = uuidv7();
  await work.add("threads", { fetch: [id] });
  expect(await threads.fetchMissing()).toEqual([]);
  await work.add("threads", { fetch: [id] });
  await threads.fetchMissing();
  expect(fetchWhole.mock.calls).toEqual([[[id]]]);
  await work.add("threads", { fetch: [id] });
  threads.retryAll();
  await threads.fetchMissing();
  expect(fetchWhole).toHaveBeenCalledTimes(2);
});

test("missing threads: one that is on the device needs no request and leaves the work list", async () => {
  const id = uuidv7();
  const { work, fetchWhole, threads } = givenThreads([thread(id, 1, "oi")]);
  await work.add("threads", { fetch: [id] });
  expect(await threads.fetchMissing()).toEqual([]);
  expect(fetchWhole).not.toHaveBeenCalled();
  expect(await work.read("threads")).toEqual({ drop: [], fetch: [] });
});

test("missing threads: the fetched thread is stored whole", async () => {
  const { work, fetchWhole, threads } = givenThreads();
  const id = uuidv7();
  fetchWhole.mockResolvedValue([{ ...thread(id, 3, "oi"), whole: false }]);
  await work.add("threads", { fetch: [id] });
  expect(await threads.fetchMissing()).toMatchObject([{ id, rev: 3, messages: [{ body: "oi" }] }]);
  expect(fetchWhole).toHaveBeenCalledOnce();
});

test("stored threads: an older answer does not replace the local thread, except in a boot", async () => {
  const id = uuidv7();
  const { threads } = givenThreads([thread(id, 9, "local")]);
  const update = { ...thread(id, 4, "server"), whole: true };
  expect(await threads.toStore([update])).toMatchObject([{ rev: 9, messages: [{ body: "local" }] }]);
  expect(await threads.toStore([update], { isBoot: true })).toMatchObject([{ rev: 4, messages: [{ body: "server" }] }]);
});
