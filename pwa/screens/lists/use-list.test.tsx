import { screen, waitFor } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { useState } from "react";
import { expect, onTestFinished, test, vi } from "vitest";
import { createFakeServer } from "../../../sync/client/testing/fake-server.ts";
import { listChanges } from "../../session/server-data/list-changes.ts";
import { renderScreen } from "../../testing/render.tsx";
import { server } from "../../testing/server.ts";
import { type KeptRows, type List, useList } from "./use-list.ts";

const read = (answer: unknown) => answer as { rows: string[]; hasMore: boolean; count: number };
let list: List<string>;

type Showing = { filter?: string; kept?: KeptRows<string> | null };
function Shown({ filter = "", kept = null }: Showing) {
  list = useList({
    path: "/things",
    query: { state: filter },
    read,
    keyOf: (name) => name,
    changesWith: ["tags"],
    remember: false,
    kept,
  });
  return (
    <p>
      {list.state}: {list.rows.join(" ")}
    </p>
  );
}

/** Shows the list with the filter "late" after a press. */
function Filtered() {
  const [filter, setFilter] = useState("");
  return (
    <>
      <Shown filter={filter} />
      <button type="button" onClick={() => setFilter("late")}>
        late
      </button>
    </>
  );
}

/** Answers with pages of two names each. `pages`: the requests so far. `until`: the next answers wait for it. */
function givenServer(names: string[]) {
  const given = { names, pages: [] as string[], until: Promise.resolve() };
  server.use(
    http.get("/things", async ({ request }) => {
      const { searchParams } = new URL(request.url);
      given.pages.push(`${searchParams.get("state") ?? ""}${searchParams.get("pageNumber")}`);
      await given.until;
      const from = Number(searchParams.get("pageNumber")) * 2 - 2;
      const found = given.names.filter((name) => name.startsWith(searchParams.get("state") ?? ""));
      return HttpResponse.json({
        rows: found.slice(from, from + 2),
        hasMore: found.length > from + 2,
        count: found.length,
      });
    }),
  );
  return given;
}
const fail = (status: number) =>
  server.use(http.get("/things", () => (status ? new HttpResponse(null, { status }) : HttpResponse.error())));
const shows = (text: string) => screen.findByText(text);

test("list: loads page after page up to the last", async () => {
  const { pages } = givenServer(["a", "b", "c"]);
  await renderScreen(<Shown />);
  await shows("ready: a b");
  expect(list).toMatchObject({ hasMore: true, count: 3 });
  list.more();
  await shows("ready: a b c");
  expect(list.hasMore).toBe(false);
  list.more();
  list.again();
  // The refresh asks for both pages; there was no request for a third one.
  await waitFor(() => expect(pages).toEqual(["1", "2", "1", "2"]));
});

test("list: requests for more while more is loading are one", async () => {
  const given = givenServer(["a", "b", "c", "d", "e"]);
  await renderScreen(<Shown />);
  await shows("ready: a b");
  const held = Promise.withResolvers<void>();
  given.until = held.promise;
  list.more();
  list.more();
  await waitFor(() => expect(given.pages).toEqual(["1", "2"]));
  list.more();
  held.resolve();
  await shows("ready: a b c d");
  list.more();
  await shows("ready: a b c d e");
  expect(given.pages).toEqual(["1", "2", "3"]);
});

test("list: a change loads the shown pages again together, and a row moved to the next page appears once", async () => {
  const given = givenServer(["b", "c", "d", "e"]);
  await renderScreen(<Shown />);
  await shows("ready: b c");
  given.names.unshift("a");
  list.more();
  await shows("ready: b c d");
  const held = Promise.withResolvers<void>();
  given.until = held.promise;
  listChanges.notify(["tags"]);
  await waitFor(() => expect(given.pages).toEqual(["1", "2", "1"]));
  expect(screen.getByText("ready: b c d")).toBeInTheDocument();
  held.resolve();
  await shows("ready: a b c d");
  expect(list.hasMore).toBe(true);
});

test("list: a request for more during a refresh follows after it", async () => {
  const given = givenServer(["a", "b", "c"]);
  await renderScreen(<Shown />);
  await shows("ready: a b");
  const held = Promise.withResolvers<void>();
  given.until = held.promise;
  list.again();
  await waitFor(() => expect(given.pages).toEqual(["1", "1"]));
  list.more();
  held.resolve();
  await shows("ready: a b c");
  expect(given.pages).toEqual(["1", "1", "2"]);
});

test("list: a change during a request is loaded after it", async () => {
  const given = givenServer(["a"]);
  const held = Promise.withResolvers<void>();
  given.until = held.promise;
  await renderScreen(<Shown />);
  await waitFor(() => expect(given.pages).toEqual(["1"]));
  list.again();
  held.resolve();
  await waitFor(() => expect(given.pages).toEqual(["1", "1"]));
});

test("list: keeps the rows without an answer and after a refusal, and says so", async () => {
  givenServer(["a"]);
  await renderScreen(<Shown />);
  await shows("ready: a");
  fail(0);
  list.again();
  await shows("offline: a");
  expect(list).toMatchObject({ canWrite: true, readAt: expect.any(String) });
  fail(404);
  list.again();
  await shows("failed: a");
  givenServer(["a", "b"]);
  list.again();
  await shows("ready: a b");
  expect(list).toMatchObject({ error: null, readAt: null });
});

test("list: a failed list says so until the next answer", async () => {
  fail(404);
  await renderScreen(<Shown />);
  await shows("failed:");
  const given = givenServer(["a"]);
  const held = Promise.withResolvers<void>();
  given.until = held.promise;
  list.again();
  await waitFor(() => expect(given.pages).toEqual(["1"]));
  expect(screen.getByText("failed:")).toBeInTheDocument();
  held.resolve();
  await shows("ready: a");
});

test("list: the rows of the filter before stay until those of the next one arrive, and say so", async () => {
  const given = givenServer(["early", "late"]);
  const { user } = await renderScreen(<Filtered />);
  await shows("ready: early late");
  const held = Promise.withResolvers<void>();
  given.until = held.promise;
  await user.click(screen.getByRole("button"));
  await shows("loading: early late");
  expect(list).toMatchObject({ isStale: true, hasMore: false, count: 2 });
  held.resolve();
  await shows("ready: late");
  expect(list).toMatchObject({ isStale: false, count: 1 });
});

test("list: rows of this device are shown while the server cannot be reached, and while it is asked again", async () => {
  fail(0);
  const replication = createFakeServer();
  replication.online = false;
  await renderScreen(<Shown kept={{ rows: ["kept"], hasMore: false }} />, { replication });
  await shows("offline: kept");
  expect(list).toMatchObject({ isKept: true, readAt: null, count: null });
  await waitFor(() => expect(list.canWrite).toBe(false));
  givenServer(["a"]);
  replication.online = true;
  await shows("ready: a");
  expect(list).toMatchObject({ isKept: false, canWrite: true });
});

test("list: the request of a list that is left is aborted", async () => {
  const given = givenServer(["a"]);
  const { user } = await renderScreen(<Filtered />);
  await shows("ready: a");
  const sent = vi.spyOn(globalThis, "fetch");
  onTestFinished(() => sent.mockRestore());
  given.until = new Promise(() => {});
  list.again();
  await waitFor(() => expect(sent).toHaveBeenCalledOnce());
  await user.click(screen.getByRole("button"));
  expect(sent.mock.calls[0]?.[1]?.signal?.aborted).toBe(true);
});
