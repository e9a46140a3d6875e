import "fake-indexeddb/auto";
import { uuidv7 } from "uuidv7";
import { expect, onTestFinished, test } from "vitest";
import type { Checkpoint } from "../../../contracts/sync.ts";
import { openCacheDatabase } from "../local/databases.ts";
import { createCheckpointMemory, sameCheckpoint, tidy } from "./checkpoints.ts";
import { createSweep } from "./sweep.ts";

const live: Checkpoint = { phase: "live", rev: 7, scope: "a", mark: "m" };
const boot: Checkpoint = { ...live, phase: "boot", before: ["key", "id"] };

function givenCache(owner = { companyId: uuidv7(), id: uuidv7() }) {
  const cache = openCacheDatabase(owner);
  onTestFinished(() => cache.close());
  return { owner, cache };
}

test("tidy: only a checkpoint of a boot keeps the place in the boot", () => {
  expect(tidy(boot)).toEqual(boot);
  expect(tidy({ ...boot, phase: "live" })).toEqual(live);
  expect(tidy({ phase: "boot", rev: 7, scope: "a" })).toEqual({ phase: "boot", rev: 7, scope: "a", mark: null });
  expect(tidy({ ...live, unknown: 1 } as Checkpoint)).toEqual(live);
});

test("sameCheckpoint: compares all parts, and a missing mark is null", () => {
  expect(sameCheckpoint(undefined, undefined)).toBe(true);
  expect(sameCheckpoint(live, undefined)).toBe(false);
  expect(sameCheckpoint({ phase: "live", rev: 7, scope: "a" }, { ...live, mark: null })).toBe(true);
  expect(sameCheckpoint({ scope: "a", mark: "m", rev: 7, phase: "live" }, live)).toBe(true);
  for (const change of [{ rev: 8 }, { scope: "b" }, { mark: "n" }, { phase: "boot" as const }])
    expect([change, sameCheckpoint(live, { ...live, ...change })]).toEqual([change, false]);
  expect(sameCheckpoint(boot, { ...boot, before: ["key", "other"] })).toBe(false);
});

test("checkpoint memory: a remembered checkpoint counts only for its collection and the one it was requested with", async () => {
  const memory = createCheckpointMemory(givenCache().cache);
  const further = { ...live, rev: 9 };
  await memory.remember("tickets", live, further);
  expect(await memory.further("tickets", live)).toEqual(further);
  expect(await memory.further("tickets", { ...live, rev: 8 })).toEqual({ ...live, rev: 8 });
  expect(await memory.further("threads", live)).toEqual(live);
  expect(await memory.further("tickets", undefined)).toBeUndefined();
  await memory.remember("tickets", undefined, live);
  expect(await memory.further("tickets", undefined)).toEqual(live);
  await memory.forget("tickets");
  expect(await memory.further("tickets", undefined)).toBeUndefined();
});

test("sweep: returns tombstones for the documents that the boot did not return", async () => {
  const sweep = createSweep(givenCache().cache);
  const present = async () => [{ id: "a" }, { id: "b" }, { id: "c" }];
  expect(await sweep.finish("tickets", present)).toEqual([]);
  sweep.begin("tickets");
  sweep.saw("tickets", [{ id: "a" }]);
  sweep.saw("threads", [{ id: "b" }]);
  sweep.saw("tickets", [{ id: "c" }, { id: "new" }]);
  expect(await sweep.finish("tickets", present)).toEqual([{ id: "b", _deleted: true }]);
});

test("sweep: one that did not end before the device stopped was interrupted", async () => {
  const { owner, cache } = givenCache();
  const sweep = createSweep(cache);
  expect(await sweep.wasInterrupted("tickets")).toBe(false);
  await sweep.foresee("tickets");
  sweep.begin("tickets");
  expect(await sweep.wasInterrupted("tickets")).toBe(false);
  const restarted = createSweep(givenCache(owner).cache);
  expect(await restarted.wasInterrupted("tickets")).toBe(true);
  expect(await restarted.wasInterrupted("threads")).toBe(false);
  // One that this tab did not begin is not ended by it.
  await restarted.end("tickets");
  expect(await restarted.wasInterrupted("tickets")).toBe(true);
  await sweep.end("tickets");
  expect(await createSweep(cache).wasInterrupted("tickets")).toBe(false);
});

test("sweep: after a purge nothing is swept", async () => {
  const { cache } = givenCache();
  const sweep = createSweep(cache);
  await sweep.foresee("tickets");
  sweep.begin("tickets");
  await sweep.forget("tickets");
  expect(await sweep.finish("tickets", async () => [{ id: "a" }])).toEqual([]);
  expect(await sweep.wasInterrupted("tickets")).toBe(false);
});
