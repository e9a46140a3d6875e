import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { givenCompany } from "../../../db/testing/given.ts";
import { deleteUser } from "../../office/departures/index.ts";
import { acting, atDesk } from "../../testing.ts";
import { markOnline, onlineSince, onlineUsers } from "./index.ts";

const start = Date.UTC(2026, 4, 4, 12);
const at = (seconds: number) => new Date(start + seconds * 1_000);

test("users are online for six minutes after they were last seen, and an older report does not shorten that", async () => {
  const { companyId, admin, ana, bia } = await givenCompany();
  const other = await givenCompany();
  const mark = (seconds: number, ...userIds: string[]) =>
    atDesk(companyId, (ctx) => markOnline(ctx, userIds), at(seconds));
  const online = (seconds: number) => atDesk(companyId, onlineUsers, at(seconds));

  await mark(0);
  expect(await online(0)).toEqual(new Map());
  await mark(0, ana.id, ana.id, bia.id, other.ana.id, randomUUID());
  expect(await online(0)).toEqual(new Map([ana, bia].map(({ id }) => [id, at(0)])));
  await mark(60, ana.id);
  await mark(30, ana.id);
  expect((await online(60)).get(ana.id)).toEqual(at(60));
  expect([...(await online(359)).keys()].toSorted()).toEqual([ana.id, bia.id].toSorted());
  expect(await online(360)).toEqual(new Map([[ana.id, at(60)]]));
  expect(await online(420)).toEqual(new Map());
  expect(onlineSince({ now: at(360) })).toEqual(at(0));

  await mark(500, ana.id, bia.id);
  await acting(admin, (ctx) => deleteUser(ctx, ana.id));
  await mark(501, ana.id, bia.id);
  expect(await online(501)).toEqual(new Map([[bia.id, at(501)]]));
  expect(await atDesk(other.companyId, onlineUsers, at(0))).toEqual(new Map());
});
