import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { openSequencer } from "../../db/index.ts";
import { givenAgent, givenCompany, givenTicket, testDatabase } from "../../db/testing/given.ts";
import { acting, refusal } from "../testing.ts";
import { deleteTicket, transferTicket } from "../tickets/index.ts";
import { draftDocuments, saveDraft } from "./index.ts";

const [phone, desktop] = [randomUUID(), randomUUID()];
const sequencer = openSequencer(testDatabase());

async function given() {
  const company = await givenCompany();
  const { companyId, queue, ana } = company;
  const ticket = await givenTicket({ companyId, queueId: queue.id, status: "open", userId: ana.id });
  const save = async (text: string, writerId: string, baseRev = 0, agent = ana) => {
    await acting(agent, (ctx) => saveDraft(ctx, { ticketId: ticket.id, text, baseRev, writerId }));
    await sequencer.run(companyId);
  };
  const read = async (agent = ana) => (await acting(agent, (ctx) => draftDocuments(ctx))).map(({ text }) => text);
  return { ...company, ticket, save, read };
}

test("a draft is visible to its author only, is overwritten by the same device, and an empty one deletes it", async () => {
  const { save, read, admin } = await given();
  await save("Bom", phone);
  await save("Bom dia", phone);
  expect([await read(), await read(admin)]).toEqual([["Bom dia"], []]);
  await save("", phone);
  expect(await read()).toEqual([]);
});

test("a draft that another device of the same user saved meanwhile is not overwritten", async () => {
  const { save, read } = await given();
  await save("do celular", phone);
  const refused = await refusal(save("do computador", desktop, 0));
  expect(refused).toMatchObject({ code: "ERR_EDIT_CONFLICT", details: { text: "do celular" } });
  expect(await read()).toEqual(["do celular"]);
  // After seeing the newer draft, it may overwrite it.
  await save("do computador", desktop, Number(refused.details.rev));
  expect(await read()).toEqual(["do computador"]);
});

test("a draft can be started only in a readable ticket, and stays when the ticket leaves", async () => {
  const { companyId, support, ticket, bia, ana, admin, save, read } = await given();
  expect(await refusal(save("oi", phone, 0, bia))).toMatchObject({ code: "ERR_NO_TICKET_FOUND" });
  const stranger = (await givenCompany()).admin;
  expect(await refusal(save("oi", phone, 0, stranger))).toMatchObject({ code: "ERR_NO_TICKET_FOUND" });
  await save("Já respondo", phone);
  await acting(ana, (ctx) => transferTicket(ctx, ticket.id, { queueId: support.id, userId: null }));
  expect(await read()).toEqual(["Já respondo"]);
  expect(await read(await givenAgent({ companyId, profile: "admin" }))).toEqual([]);
  await acting(admin, (ctx) => deleteTicket(ctx, ticket.id));
  expect(await read()).toEqual([]);
});

test("of two devices that start a draft at once, the later one is told of the other's", async () => {
  const { save, read } = await given();
  const both = await Promise.all([refusal(save("do celular", phone)), refusal(save("do computador", desktop))]);
  expect(both.map(({ code }) => code).sort()).toEqual(["ERR_EDIT_CONFLICT", "nothing was refused"]);
  expect(await read()).toHaveLength(1);
});
