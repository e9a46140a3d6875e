import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { openSequencer } from "../../../db/index.ts";
import { givenAgent, givenCompany, givenTicket, testDatabase } from "../../../db/testing/given.ts";
import { acting, refusal } from "../../testing.ts";
import { deleteTicket, transferTicket } from "../tickets/index.ts";
import { draftDocuments, markDraftSent, saveDraft } from "./index.ts";

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
  const documents = (agent = ana) => acting(agent, (ctx) => draftDocuments(ctx));
  const read = async (agent = ana) => (await documents(agent)).map(({ text }) => text);
  const send = async (text: string, writerId: string, baseRev = 0, agent = ana) => {
    await acting(agent, (ctx) => markDraftSent(ctx, ticket.id, { text, baseRev, writerId }));
    await sequencer.run(companyId);
  };
  /** The revision that a device has seen when it has pulled everything. */
  const seen = async () => {
    const refused = await refusal(save("a later text", randomUUID(), 0));
    return Number(refused.details.rev);
  };
  return { ...company, ticket, documents, save, read, send, seen };
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

test("sent draft: clears what was shared of it, and tells the user's other devices which text was sent", async () => {
  const { save, send, seen, read, documents, admin } = await given();
  await save("Bom", phone);
  const baseRev = await seen();
  await send("Bom dia", desktop, baseRev);
  expect(await documents()).toMatchObject([
    { text: "", writerId: desktop, sent: { text: "Bom dia", baseRev, writerId: desktop } },
  ]);
  expect(await documents(admin)).toEqual([]);
  // The next draft stands beside it.
  await save("Até amanhã", phone, baseRev);
  expect(await documents()).toMatchObject([{ text: "Até amanhã", sent: { text: "Bom dia" } }]);
  await save("", phone, baseRev);
  expect(await read()).toEqual([""]);
});

test("sent draft: one that another device has changed meanwhile stays, and that device is told of the answer", async () => {
  const { save, send, seen, documents } = await given();
  await save("Bom dia", phone);
  const baseRev = await seen();
  await save("Bom dia, Helena", phone, baseRev);
  await send("Bom dia", desktop, baseRev);
  expect(await documents()).toMatchObject([{ text: "Bom dia, Helena", sent: { text: "Bom dia" } }]);
});

test("sent draft: the earlier state that the sending device itself shared is cleared", async () => {
  const { save, send, documents } = await given();
  await save("Bom", phone);
  await send("Bom dia", phone, 0);
  expect(await documents()).toMatchObject([{ text: "", sent: { text: "Bom dia" } }]);
});

test("sent draft: a message whose draft no device has shared leaves nothing", async () => {
  const { send, documents } = await given();
  await send("Bom dia", phone);
  expect(await documents()).toEqual([]);
});

test("sent draft: the same text that arrives late from another device is not a draft again", async () => {
  const { save, send, seen, read } = await given();
  await save("Bom dia", phone);
  const baseRev = await seen();
  await send("Bom dia", desktop, baseRev);
  await save("Bom dia", phone, baseRev);
  expect(await read()).toEqual([""]);
  await save("Bom dia, Helena", phone, baseRev);
  expect(await read()).toEqual(["Bom dia, Helena"]);
});

test("sent draft: is told for seven days", async () => {
  const { ana, save, send, documents } = await given();
  await save("Bom dia", phone);
  await send("Bom dia", phone);
  const later = (days: number) =>
    acting(ana, (ctx) => draftDocuments({ ...ctx, now: new Date(ctx.now.getTime() + days * 86_400_000 - 60_000) }));
  expect([(await documents()).length, (await later(7)).length, (await later(8)).length]).toEqual([1, 1, 0]);
});

test("sent draft: a user's message clears no draft of another user or company", async () => {
  const { ticket, save, send, read, ana, bia, admin } = await given();
  await save("da Ana", phone);
  await send("da Ana", phone, 0, admin);
  await send("da Ana", phone, 0, bia);
  await send("da Ana", phone, 0, (await givenCompany()).admin);
  expect(await acting(ana, (ctx) => draftDocuments(ctx))).toMatchObject([{ id: ticket.id, text: "da Ana" }]);
  expect(await read(admin)).toEqual([]);
});
