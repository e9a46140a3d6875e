import { pino } from "pino";
import { beforeAll, expect, test, vi } from "vitest";
import { openSequencer } from "../../db/index.ts";
import { givenCompany, givenContact, testDatabase } from "../../db/testing/given.ts";
import { accepted, givenChat } from "../../db/testing/given-chat.ts";
import { lockWaits } from "../../db/testing/lock-waits.ts";
import { optOut } from "../../domain/desk/consent/index.ts";
import { lockContacts, mergeContacts } from "../../domain/desk/contacts/index.ts";
import { atDesk } from "../../domain/testing.ts";
import { openCompanyTransactions } from "../company-transactions.ts";
import { handOverWithConsent, NotAllowedToLeave } from "./hand-over.ts";

let desk: Awaited<ReturnType<typeof givenCompany>>;
beforeAll(async () => {
  desk = await givenCompany();
});

async function givenMessage(values = {}) {
  const chat = await givenChat(desk.companyId, desk.connection.id);
  const messageId = await chat.write({ origin: "campaign", ...values });
  const logger = pino({ level: "silent" });
  const transactions = openCompanyTransactions(testDatabase(), openSequencer(testDatabase()), logger);
  return { contactId: chat.contact.id, handOver: handOverWithConsent(transactions, desk.companyId, messageId) };
}
const cause = { source: "user", reason: "pediu por telefone", userId: "", userName: "Ana" } as const;
const optedOut = (contactId: string) =>
  atDesk(desk.companyId, (ctx) => optOut(ctx, contactId, { ...cause, userId: desk.ana.id }));

test("an opt-out waits until the hand-over in progress has ended", async () => {
  const { contactId, handOver } = await givenMessage();
  const [hasBegun, mayEnd] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const order: string[] = [];
  const leaving = handOver(async () => {
    hasBegun.resolve();
    await mayEnd.promise;
    order.push("handed over");
  });
  await hasBegun.promise;
  const stored = optedOut(contactId).then(() => order.push("opted out"));
  await vi.waitUntil(async () => (await lockWaits()).some(({ statement }) => /contacts/i.test(statement)));
  mayEnd.resolve();
  await Promise.all([leaving, stored]);
  expect(order).toEqual(["handed over", "opted out"]);
});

test("a hand-over waits for an opt-out that is being stored, and is refused", async () => {
  const { contactId, handOver } = await givenMessage();
  const [isStored, mayCommit] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const storing = atDesk(desk.companyId, async (ctx) => {
    await optOut(ctx, contactId, { ...cause, userId: desk.ana.id });
    isStored.resolve();
    await mayCommit.promise;
  });
  await isStored.promise;
  const work = vi.fn(async () => {});
  const leaving = handOver(work).catch((error: unknown) => error);
  mayCommit.resolve();
  await storing;
  expect(await leaving).toBeInstanceOf(NotAllowedToLeave);
  expect(work).not.toHaveBeenCalled();
});

test.each([
  ["failed", { sendAfter: null, errorCode: "ERR_SENDING" }],
  ["was accepted", accepted],
])("a message that %s meanwhile does not leave again", async (_what, values) => {
  const { handOver } = await givenMessage(values);
  const work = vi.fn(async () => {});
  await expect(handOver(work)).rejects.toBeInstanceOf(NotAllowedToLeave);
  expect(work).not.toHaveBeenCalled();
});

test("the opt-out of the contact that its contact was merged into applies", async () => {
  const { contactId, handOver } = await givenMessage();
  const other = await givenContact({ companyId: desk.companyId });
  await optedOut(other.id);
  await atDesk(desk.companyId, async (ctx) => {
    const [one, two] = await lockContacts(ctx, [contactId, other.id]);
    if (one && two) await mergeContacts(ctx, one, two);
  });
  await expect(handOver(async () => "left")).rejects.toBeInstanceOf(NotAllowedToLeave);
});

test("the result of the channel is returned, and its error is passed on", async () => {
  const { handOver } = await givenMessage();
  expect(await handOver(async () => "m_1")).toBe("m_1");
  await expect(handOver(() => Promise.reject(new Error("closed")))).rejects.toThrow("closed");
});
