import "fake-indexeddb/auto";
import { uuidv7 } from "uuidv7";
import { expect, onTestFinished, test } from "vitest";
import { fullDisk } from "../testing/full-disk.ts";
import { createAnswers } from "./answers.ts";
import { type CacheDatabase, openCacheDatabase } from "./databases.ts";

const DAY_MS = 24 * 60 * 60 * 1000;
const NOON = Date.parse("2026-11-25T15:00:00.000Z");

function givenCache(owner = { companyId: uuidv7(), id: uuidv7() }): CacheDatabase {
  const cache = openCacheDatabase(owner);
  onTestFinished(() => cache.close());
  return cache;
}
const answersOf = (cache: CacheDatabase, { scope = "admin", now = NOON } = {}) =>
  createAnswers(
    () => cache.answers,
    scope,
    () => now,
  );
const tags = { tags: [{ id: "1", name: "VIP" }], hasMore: false };

test("answers: the last one is found with its time", async () => {
  const cache = givenCache();
  await answersOf(cache, { now: NOON - DAY_MS }).put("tags", { tags: [], hasMore: false });
  await answersOf(cache).put("tags", tags);
  expect(await answersOf(cache, { now: NOON + DAY_MS }).get("tags")).toEqual({ answer: tags, readAt: NOON });
  expect(await answersOf(cache).get("users")).toBeNull();
});

test("answers: none is found after 30 days, and the next one that is stored deletes it", async () => {
  const cache = givenCache();
  await answersOf(cache).put("tags", tags);
  const later = answersOf(cache, { now: NOON + 30 * DAY_MS + 1 });
  expect(await later.get("tags")).toBeNull();
  await later.put("users", {});
  expect(await cache.answers.toCollection().primaryKeys()).toEqual(["users"]);
});

test("answers: those read with other rights are not found, and go", async () => {
  const cache = givenCache();
  await answersOf(cache).put("companies", {});
  const agent = answersOf(cache, { scope: "agent" });
  expect(await agent.get("companies")).toBeNull();
  await agent.put("tags", tags);
  expect(await cache.answers.toCollection().primaryKeys()).toEqual(["tags"]);
});

test("answers: another user and another company have their own", async () => {
  const owner = { companyId: uuidv7(), id: uuidv7() };
  await answersOf(givenCache(owner)).put("tags", tags);
  for (const other of [{ id: uuidv7() }, { companyId: uuidv7() }])
    expect(await answersOf(givenCache({ ...owner, ...other })).get("tags")).toBeNull();
});

test("answers: the 60 that were read last stay, and a long one is not stored", async () => {
  const cache = givenCache();
  for (let at = 0; at <= 60; at++) await answersOf(cache, { now: NOON + at }).put(String(at), {});
  expect(await cache.answers.count()).toBe(60);
  expect(await answersOf(cache).get("0")).toBeNull();
  await answersOf(cache, { now: NOON + 61 }).put("60", { text: "x".repeat(200_000) });
  expect(await answersOf(cache).get("60"), "the one before it is out of date").toBeNull();
});

test.each([
  ["a token", { whatsapps: [{ id: "1", token: "abc" }] }],
  ["a QR Code", { qrcode: "2@abc" }],
  ["a key", { own: { url: "", apiKey: "abc" } }],
  ["a password", { user: { smtpPassword: "abc" } }],
  ["a setting with a secret", [{ key: "clientsecretsmtpauth", value: "abc" }]],
])("answers: one with %s is not stored, and the one before it goes", async (_what, secret) => {
  const cache = givenCache();
  await answersOf(cache).put("found", tags);
  await answersOf(cache).put("found", secret);
  expect(await cache.answers.count()).toBe(0);
});

test("answers: one that only says whether there is a secret is stored", async () => {
  const cache = givenCache();
  const answer = { hasToken: true, token: null, password: "", settings: [{ key: "campaignsEnabled", value: "true" }] };
  await answersOf(cache).put("found", answer);
  expect(await answersOf(cache).get("found")).toEqual({ answer, readAt: NOON });
});

test("answers: a full device, and one that does not store, keep nothing and fail nothing", async () => {
  const cache = givenCache();
  await answersOf(cache).put("tags", tags);
  const disk = fullDisk();
  await answersOf(cache).put("users", {});
  expect(disk.hasFailed()).toBe(true);
  disk.free();
  expect(await answersOf(cache).get("users")).toBeNull();
  const without = createAnswers(() => null, "admin");
  await without.put("tags", tags);
  expect(await without.get("tags")).toBeNull();
});
