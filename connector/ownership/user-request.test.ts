import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { type OwnDatabase, openOwnDatabase } from "../../db/testing/own-database.ts";
import type { ChannelEnd } from "../channel.ts";
import { givenDueCompany, givenOwnership } from "../testing/given-ownership.ts";

let own: OwnDatabase;
beforeAll(async () => {
  own = await openOwnDatabase();
});
afterAll(() => own.drop());

test.each<[string, ChannelEnd]>([
  ["stops", { why: "stopped" }],
  ["pauses", { why: "yielded", retryAfterMs: 60_000 }],
])("a session that %s while a user requests the connection anew starts again", async (_, end) => {
  const company = await givenDueCompany(own.database);
  const { ownership, begun } = await givenOwnership(own.database);
  onTestFinished(() => ownership.stop());
  const sessions = () => begun.filter(({ connectionId }) => connectionId === company.connectionId);
  await expect.poll(() => sessions().length).toBe(1);
  const [first] = sessions();
  if (!first) throw new Error("no session");
  const stopping = Promise.withResolvers<void>();
  first.stopping = stopping.promise;
  await company.ask("up");
  await ownership.poll();
  first.end(end);
  stopping.resolve();
  await expect.poll(() => sessions().length).toBe(2);
  expect(await company.lease()).toMatchObject({ desired: "up", retryAt: null });
});
