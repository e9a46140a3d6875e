import { randomUUID } from "node:crypto";
import { and, eq } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { usualWindow } from "../../../contracts/marketing/campaigns.ts";
import { schema } from "../../../db/index.ts";
import { givenCompany, givenContact } from "../../../db/testing/given.ts";
import { accepted, givenChat, messageOf, NOW } from "../../../db/testing/given-chat.ts";
import { acting, atDesk, refusal } from "../../testing.ts";
import {
  createContact,
  csvNumber,
  deleteContact,
  lockContacts,
  mergeContacts,
  phoneMatchKey,
  updateContact,
} from "../contacts/index.ts";
import { changeNumber } from "../identity/index.ts";
import { consentToCsv, isOptedOut, listConsent, optOut, setConsent } from "./index.ts";

const { campaignRecipients, campaigns, consentChanges, contactAddresses, optOuts, unnumberedChanges } = schema;

let desk: Awaited<ReturnType<typeof givenCompany>>;
let stranger: Awaited<ReturnType<typeof givenCompany>>;
beforeAll(async () => {
  [desk, stranger] = await Promise.all([givenCompany(), givenCompany()]);
});

const person = (name = "Helena") => givenContact({ companyId: desk.companyId, name });
const isOut = (contactId: string) => atDesk(desk.companyId, (ctx) => isOptedOut(ctx, contactId));
const set = (contactId: string, state: "in" | "out", reason = "pediu por telefone", now = NOW) =>
  acting(desk.ana, (ctx) => setConsent(ctx, contactId, { state, reason }), now);
const ledger = (contactId: string) => acting(desk.ana, (ctx) => listConsent(ctx, contactId));
const byMessage = { source: "message", wording: "SAIR", messageId: randomUUID(), campaignId: null } as const;
const byPerson = (contactId: string, now = NOW) =>
  atDesk(desk.companyId, (ctx) => optOut(ctx, contactId, byMessage), now);

async function givenCampaign(): Promise<string> {
  const id = randomUUID();
  await atDesk(desk.companyId, ({ db, companyId }) =>
    db
      .insert(campaigns)
      .values({ companyId, id, name: "Primavera", messages: [], confirmationMessages: [], window: usualWindow }),
  );
  return id;
}

test("opting out stores every address, and the ledger has the wording, source, message and campaign", async () => {
  const { id, number } = await person();
  await atDesk(desk.companyId, ({ db, companyId }) =>
    db.insert(contactAddresses).values({
      companyId,
      id: randomUUID(),
      contactId: id,
      kind: "lid",
      address: `7${number}`,
      matchKey: `7${number}`,
    }),
  );
  const campaignId = await givenCampaign();
  const cause = { ...byMessage, wording: "Parar!", campaignId };
  expect(await atDesk(desk.companyId, (ctx) => optOut(ctx, id, cause), NOW)).toBe(true);
  expect(await isOut(id)).toBe(true);
  const rows = await atDesk(desk.companyId, ({ db }) => db.select().from(optOuts).where(eq(optOuts.since, NOW)));
  expect(
    rows
      .filter(({ matchKey }) => matchKey.endsWith(number.slice(-8)))
      .map(({ kind }) => kind)
      .sort(),
  ).toEqual(["lid", "phone"]);
  const [row] = await atDesk(desk.companyId, ({ db }) =>
    db.select().from(consentChanges).where(eq(consentChanges.contactId, id)),
  );
  expect(row).toMatchObject({ address: number, messageId: cause.messageId, campaignId, userId: null });
  const { optedOutAt, entries } = await ledger(id);
  expect(optedOutAt).toEqual(NOW);
  expect(entries).toMatchObject([
    {
      state: "out",
      source: "message",
      wording: "Parar!",
      reason: "",
      userName: null,
      campaignName: "Primavera",
      at: NOW,
    },
  ]);
});

test("a second opt-out changes neither the time nor the ledger", async () => {
  const { id } = await person();
  await byPerson(id);
  expect(await byPerson(id, new Date(NOW.getTime() + 60_000))).toBe(false);
  await set(id, "out");
  const { optedOutAt, entries } = await ledger(id);
  expect([optedOutAt, entries.length]).toEqual([NOW, 1]);
});

test("a user sets and lifts an opt-out with a reason; the ledger names both, newest first", async () => {
  const { id } = await person();
  await set(id, "out", "pediu no balcão");
  expect(await isOut(id)).toBe(true);
  await set(id, "in", "pediu para voltar", new Date(NOW.getTime() + 1));
  expect(await isOut(id)).toBe(false);
  await set(id, "in", "de novo");
  const { optedOutAt, entries } = await ledger(id);
  expect(optedOutAt).toBeNull();
  expect(entries.map(({ state, source, reason, userName }) => [state, source, reason, userName])).toEqual([
    ["in", "user", "pediu para voltar", "Ana"],
    ["out", "user", "pediu no balcão", "Ana"],
  ]);
});

test("the change is logged for the devices", async () => {
  const { id } = await person();
  const logged = () =>
    atDesk(desk.companyId, ({ db }) =>
      db
        .select({ collection: unnumberedChanges.collection })
        .from(unnumberedChanges)
        .where(and(eq(unnumberedChanges.companyId, desk.companyId), eq(unnumberedChanges.docId, id))),
    );
  const before = (await logged()).length;
  await set(id, "out");
  await set(id, "in", "pediu para voltar", new Date(NOW.getTime() + 1));
  expect((await logged()).slice(before)).toEqual([{ collection: "contacts" }, { collection: "contacts" }]);
});

test("campaign messages that wait in the outbox fail; accepted ones and other messages stay", async () => {
  const chat = await givenChat(desk.companyId, desk.connection.id);
  const campaign = { origin: "campaign" } as const;
  const waiting = await chat.write(campaign);
  const inFlight = await chat.write({ ...campaign, sendTries: 1, providerId: "3EB0" });
  const kept = [
    await chat.write({ ...campaign, ...accepted }),
    await chat.write(),
    await chat.write({ origin: "menu" }),
  ];
  const other = await (await givenChat(desk.companyId, desk.connection.id)).write(campaign);
  await byPerson(chat.contact.id);
  for (const id of [waiting, inFlight])
    expect(await messageOf(desk.companyId, id)).toMatchObject({ errorCode: "ERR_OPTED_OUT", sendAfter: null });
  for (const id of [...kept, other]) expect((await messageOf(desk.companyId, id)).errorCode).toBeNull();
  expect((await messageOf(desk.companyId, other)).sendAfter).not.toBeNull();
});

test("recipients who wait for a question, an answer or a message are excluded; others stay", async () => {
  const { id: contactId } = await person();
  const common = { companyId: desk.companyId, name: "Helena", number: "", variant: 1, contactId };
  const states = ["waiting", "asked", "confirmed", "sent", "failed", "replied"] as const;
  await atDesk(desk.companyId, async ({ db }) => {
    for (const [position, state] of states.entries()) {
      const campaignId = randomUUID();
      await db.insert(campaigns).values({
        ...{ companyId: desk.companyId, id: campaignId, name: "Uma" },
        ...{ messages: [], confirmationMessages: [], window: usualWindow },
      });
      await db
        .insert(campaignRecipients)
        .values({ ...common, id: randomUUID(), campaignId, position, matchKey: "1", state });
    }
  });
  await byPerson(contactId);
  const rows = await atDesk(desk.companyId, ({ db }) =>
    db
      .select()
      .from(campaignRecipients)
      .where(eq(campaignRecipients.contactId, contactId))
      .orderBy(campaignRecipients.position),
  );
  const out = { state: "excluded", reason: "optedOut", endedAt: NOW };
  const stays = (state: string) => ({ state, reason: null, endedAt: null });
  expect(rows).toMatchObject([out, out, out, stays("sent"), stays("failed"), stays("replied")]);
});

test("a deletion of the contact keeps the opt-out, and the next contact with the number has its ledger", async () => {
  const { id, number } = await person();
  await byPerson(id);
  await acting(desk.admin, (ctx) => deleteContact(ctx, id));
  const again = await acting(desk.ana, (ctx) =>
    createContact(ctx, { name: "Helena", number, email: "", disableBot: false, extraInfo: [] }),
  );
  expect(again.id).not.toBe(id);
  expect(await isOut(again.id)).toBe(true);
  expect((await ledger(again.id)).entries).toMatchObject([{ wording: "SAIR", address: number }]);
});

test("a merge keeps the opt-out and the ledger of both contacts", async () => {
  const [a, b] = [await person(), await person("Helena S.")];
  const [kept, gone] = a.id < b.id ? [a, b] : [b, a];
  await byPerson(gone.id);
  await atDesk(desk.companyId, async (ctx) => {
    const [one, two] = await lockContacts(ctx, [kept.id, gone.id]);
    if (one && two) await mergeContacts(ctx, one, two);
  });
  expect(await isOut(kept.id)).toBe(true);
  expect((await ledger(gone.id)).entries).toMatchObject([{ wording: "SAIR", address: gone.number }]);
  await set(gone.id, "in");
  expect(await isOut(kept.id)).toBe(false);
});

test("an opt-out follows a number that is replaced, and the old number keeps it", async () => {
  const { id, number } = await person();
  await byPerson(id);
  const typed = "5531971110001";
  await acting(desk.ana, (ctx) => updateContact(ctx, id, { number: typed }));
  expect(await isOut(id)).toBe(true);
  // The person changed their number on WhatsApp.
  const announced = "5531971110002";
  await atDesk(desk.companyId, (ctx) => changeNumber(ctx, { from: { phone: typed }, to: { phone: announced } }));
  expect(await isOut(id)).toBe(true);
  const keys = await atDesk(desk.companyId, ({ db }) =>
    db.select({ matchKey: optOuts.matchKey }).from(optOuts).where(eq(optOuts.companyId, desk.companyId)),
  );
  for (const address of [number, typed, announced])
    expect(keys.map(({ matchKey }) => matchKey)).toContain(phoneMatchKey(address));
  await set(id, "in");
  expect(await isOut(id)).toBe(false);
  await acting(desk.ana, (ctx) => updateContact(ctx, id, { number: "5531971110003" }));
  expect(await isOut(id)).toBe(false);
});

test("another company's contact does not exist, and its opt-outs do not apply", async () => {
  const { id, number } = await person();
  const theirs = await givenContact({ companyId: stranger.companyId, number });
  await byPerson(id);
  expect(await atDesk(stranger.companyId, (ctx) => isOptedOut(ctx, theirs.id))).toBe(false);
  const input = { state: "out", reason: "de outra empresa" } as const;
  const attempts = [
    () => acting(stranger.admin, (ctx) => setConsent(ctx, id, input)),
    () => acting(stranger.admin, (ctx) => setConsent(ctx, id, { ...input, state: "in" })),
    () => acting(stranger.admin, (ctx) => listConsent(ctx, id)),
  ];
  for (const attempt of attempts) expect((await refusal(attempt())).code).toBe("ERR_NO_CONTACT_FOUND");
  expect(await isOut(id)).toBe(true);
});

test("the ledger as CSV has local times and escapes formulas in the person's wording", async () => {
  const { id, number } = await person();
  await atDesk(desk.companyId, (ctx) => optOut(ctx, id, { ...byMessage, wording: '=SAIR; "já"' }), NOW);
  const { entries } = await ledger(id);
  const home = { country: "BR", areaCode: "" };
  expect(csvNumber(number, home)).toMatch(/^55 \d\d \d{4,5}-\d{4}$/);
  expect(consentToCsv(entries, { timeZone: "America/Sao_Paulo", home }).split("\r\n")).toEqual([
    "\uFEFFData e hora (America/Sao_Paulo);Situação;Origem;Mensagem;Motivo;Usuário;Campanha;Número",
    `2026-03-08 09:00;Pediu para não receber;Mensagem do contato;"'=SAIR; ""já""";;;;${csvNumber(number, home)}`,
    "",
  ]);
});
