import { expect, test } from "vitest";
import { schema } from "../../../db/index.ts";
import { givenCompany } from "../../../db/testing/given.ts";
import { acting, atDesk, textFrom } from "../../testing.ts";
import { receiveMessage } from "../messages/index.ts";
import { listTimeline } from "../tickets/index.ts";
import { changeNumber } from "./index.ts";

const { contacts, contactAddresses } = schema;
const [OLD, NEW] = ["5531988887777", "5531977770000"];

async function givenContact(name = "Helena") {
  const company = await givenCompany();
  const from = textFrom(company.connection.id, { sender: { phone: OLD, lid: "9911", name } });
  const { ticketId } = await atDesk(company.companyId, (ctx) => receiveMessage(ctx, from));
  return { ...company, ticketId: ticketId ?? "" };
}

test("a repeated number change is one change and one event", async () => {
  const { companyId, ticketId, admin } = await givenContact();
  const change = { from: { phone: OLD }, to: { phone: NEW } };
  for (const _ of [1, 2]) await atDesk(companyId, (ctx) => changeNumber(ctx, change));
  const timeline = await acting(admin, (ctx) => listTimeline(ctx, ticketId));
  expect(timeline.filter(({ type }) => type === "numberChanged")).toMatchObject([{ numbers: { from: OLD, to: NEW } }]);
  const addresses = await atDesk(companyId, (ctx) => ctx.db.select().from(contactAddresses));
  expect(addresses.map(({ address }) => address).sort()).toEqual([NEW, "9911"].sort());
});

test("a contact named by its number is renamed to the new number", async () => {
  const { companyId } = await givenContact("");
  await atDesk(companyId, (ctx) => changeNumber(ctx, { from: { lid: "9911" }, to: { lid: "9911", phone: NEW } }));
  expect(await atDesk(companyId, (ctx) => ctx.db.select().from(contacts))).toMatchObject([{ name: NEW, number: NEW }]);
});

test("for an unknown person, and in another company, nothing changes", async () => {
  const { companyId } = await givenContact();
  const stranger = await givenCompany();
  const change = { from: { phone: OLD }, to: { phone: NEW } };
  await atDesk(stranger.companyId, (ctx) => changeNumber(ctx, change));
  await atDesk(companyId, (ctx) => changeNumber(ctx, { from: { phone: "5531900001111" }, to: { phone: NEW } }));
  expect(await atDesk(stranger.companyId, (ctx) => ctx.db.select().from(contacts))).toEqual([]);
  expect(await atDesk(companyId, (ctx) => ctx.db.select().from(contacts))).toMatchObject([{ number: OLD }]);
});
