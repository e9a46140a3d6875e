import { expect, test } from "vitest";
import { nextTurn } from "../../../contracts/testing/event-loop.ts";
import { NetworkError } from "../../session/api-error.ts";
import { type ListPage, type ListState, openListLoader } from "./list-loader.ts";

/** Creates a server with pages of two rows. */
function givenList(names: string[]) {
  const asked: number[] = [];
  let problem: unknown = null;
  let state: ListState<string> | null = null;
  const loader = openListLoader<string>({
    async ask(page): Promise<ListPage<string>> {
      asked.push(page);
      await Promise.resolve();
      if (problem) throw problem;
      return { rows: names.slice(page * 2 - 2, page * 2), hasMore: names.length > page * 2, count: names.length };
    },
    keyOf: (name) => name,
    onState: (next) => {
      state = next;
    },
  });
  return {
    asked,
    loader,
    names,
    fail: (error: unknown) => {
      problem = error;
    },
    async after(act: () => void) {
      act();
      await nextTurn();
      return state;
    },
  };
}

test("list loader: loads page after page up to the last", async () => {
  const { loader, after, asked } = givenList(["a", "b", "c"]);
  expect(await after(loader.refresh)).toMatchObject({ rows: ["a", "b"], hasMore: true, count: 3, state: "ready" });
  expect(await after(loader.more)).toMatchObject({ rows: ["a", "b", "c"], hasMore: false });
  await after(loader.more);
  expect(asked).toEqual([1, 2]);
});

test("list loader: two simultaneous requests for more are one", async () => {
  const { loader, after, asked } = givenList(["a", "b", "c", "d", "e"]);
  await after(loader.refresh);
  await after(() => {
    loader.more();
    loader.more();
  });
  expect(asked).toEqual([1, 2]);
});

test("list loader: a refresh loads as many pages as are shown, and a row moved to the next page appears once", async () => {
  const { loader, after, names } = givenList(["b", "c", "d", "e"]);
  await after(loader.refresh);
  names.unshift("a");
  expect(await after(loader.more)).toMatchObject({ rows: ["b", "c", "d"] });
  expect(await after(loader.refresh)).toMatchObject({ rows: ["a", "b", "c", "d"], hasMore: true });
});

test("list loader: a change during a request is loaded after it", async () => {
  const { loader, after, asked } = givenList(["a"]);
  await after(() => {
    loader.refresh();
    loader.refresh();
  });
  expect(asked).toEqual([1, 1]);
});

test("list loader: keeps the rows without a response and says so", async () => {
  const { loader, after, fail } = givenList(["a"]);
  await after(loader.refresh);
  fail(new NetworkError(null));
  expect(await after(loader.refresh)).toMatchObject({ rows: ["a"], state: "offline" });
  const wrong = new Error("no list");
  fail(wrong);
  expect(await after(loader.refresh)).toMatchObject({ rows: ["a"], state: "failed", error: wrong });
  fail(null);
  expect(await after(loader.refresh)).toMatchObject({ rows: ["a"], state: "ready", error: null });
});

test("list loader: reports nothing after it is closed", async () => {
  const { loader, after } = givenList(["a"]);
  loader.refresh();
  expect(await after(loader.close)).toBeNull();
});

test("list loader: a request for more during a refresh follows after it", async () => {
  const { loader, after } = givenList(["a", "b", "c"]);
  await after(loader.refresh);
  const both = await after(() => {
    loader.refresh();
    loader.more();
  });
  expect(both).toMatchObject({ rows: ["a", "b", "c"] });
});
