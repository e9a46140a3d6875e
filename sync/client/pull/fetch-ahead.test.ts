import { expect, test, vi } from "vitest";
import type { Checkpoint } from "../../../contracts/sync.ts";
import { fetchAhead } from "./fetch-ahead.ts";
import type { PulledPage } from "./pages.ts";

const boot = (place: string): Checkpoint => ({ phase: "boot", rev: 7, scope: "s", mark: "m", before: [place, "id"] });
const live: Checkpoint = { phase: "live", rev: 7, scope: "s", mark: "m" };
const { signal } = new AbortController();

/** A boot of four pages: a, b, c and the last one. */
function givenBoot() {
  const fetchPage = vi.fn(async (_collection: string, at: Checkpoint | undefined): Promise<PulledPage> => {
    const place = at?.before?.[0];
    const next = place === undefined ? boot("a") : place === "a" ? boot("b") : place === "b" ? boot("c") : live;
    return { documents: [], checkpoint: next, hasMore: next.phase === "boot" };
  });
  const asked = () => fetchPage.mock.calls.map(([collection, at]) => `${collection} ${at?.before?.[0] ?? "first"}`);
  return { fetch: fetchAhead(fetchPage), fetchPage, asked };
}

test("the page after the next one is requested when the next one has come, and used once", async () => {
  const { fetch, asked } = givenBoot();
  await fetch("threads", undefined, signal);
  expect(asked(), "a screen waits for the first page").toEqual(["threads first"]);
  await fetch("threads", boot("a"), signal);
  expect(asked()).toEqual(["threads first", "threads a", "threads b"]);
  expect((await fetch("threads", boot("b"), signal)).checkpoint).toEqual(boot("c"));
  expect(asked()).toEqual(["threads first", "threads a", "threads b", "threads c"]);
  expect((await fetch("threads", boot("c"), signal)).checkpoint, "the last page").toEqual(live);
  expect(asked()).toHaveLength(4);
  await fetch("threads", boot("c"), signal);
  expect(asked()).toHaveLength(5);
});

test("a page of another position, collection or replication is requested", async () => {
  const { fetch, asked } = givenBoot();
  await fetch("threads", boot("a"), signal);
  await fetch("tickets", boot("b"), signal);
  await fetch("threads", boot("a"), signal);
  expect(asked()).toEqual(["threads a", "threads b", "tickets b", "tickets c", "threads a", "threads b"]);
  await fetch("threads", boot("b"), new AbortController().signal);
  expect(asked().slice(6)).toEqual(["threads b", "threads c"]);
});

test("a page whose early request failed is requested again", async () => {
  const { fetch, fetchPage, asked } = givenBoot();
  await fetch("threads", undefined, signal);
  fetchPage.mockImplementationOnce(async () => ({ documents: [], checkpoint: boot("b"), hasMore: true }));
  fetchPage.mockRejectedValueOnce(new TypeError("no network"));
  await fetch("threads", boot("a"), signal);
  await expect(fetch("threads", boot("b"), signal)).rejects.toThrow("no network");
  expect((await fetch("threads", boot("b"), signal)).checkpoint).toEqual(boot("c"));
  expect(asked()).toEqual(["threads first", "threads a", "threads b", "threads b", "threads c"]);
});
