import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { schema } from "../../../db/index.ts";
import { givenCompany, givenTicket } from "../../../db/testing/given.ts";
import { acting, atDesk } from "../../testing.ts";
import { returnTicketsOf } from "./index.ts";

const { ticketEvents, tickets } = schema;
const now = new Date("2026-07-01T13:00:00Z");

test("the open tickets of a deleted user are returned with an event; closed ones keep their agent", async () => {
  const { companyId, admin, ana, bia } = await givenCompany();
  const stranger = await givenCompany();
  const open = await givenTicket({ companyId, userId: ana.id, status: "open" });
  const pending = await givenTicket({ companyId, userId: ana.id, status: "pending" });
  const closed = await givenTicket({ companyId, userId: ana.id, status: "closed" });
  const colleagues = await givenTicket({ companyId, userId: bia.id, status: "open" });
  const theirs = await givenTicket({ companyId: stranger.companyId, userId: ana.id, status: "open" });
  expect(await acting(admin, (ctx) => returnTicketsOf(ctx, ana.id), now)).toBe(2);
  const rowOf = (company: string, id: string) =>
    atDesk(company, async ({ db }) => (await db.select().from(tickets).where(eq(tickets.id, id)))[0]);
  for (const { id } of [open, pending])
    expect(await rowOf(companyId, id)).toMatchObject({ status: "pending", userId: null, updatedAt: now });
  expect(await rowOf(companyId, closed.id)).toMatchObject({ status: "closed", userId: ana.id });
  expect(await rowOf(companyId, colleagues.id)).toMatchObject({ status: "open", userId: bia.id });
  expect(await rowOf(stranger.companyId, theirs.id)).toMatchObject({ status: "open", userId: ana.id });
  const events = await atDesk(companyId, ({ db }) => db.select().from(ticketEvents));
  expect(events).toMatchObject([{ ticketId: open.id, type: "returned", userId: admin.id }]);
  expect(await acting(admin, (ctx) => returnTicketsOf(ctx, ana.id))).toBe(0);
});
