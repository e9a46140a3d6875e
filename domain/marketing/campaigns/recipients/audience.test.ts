import { randomUUID } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import type { ChannelName } from "../../../../contracts/channels.ts";
import { testNow, testTime } from "../../../../contracts/testing/clock.ts";
import { schema } from "../../../../db/index.ts";
import {
  givenCompany,
  givenContact,
  givenPhoneNumber,
  givenTicket,
  testDatabase,
} from "../../../../db/testing/given.ts";
import { withoutNinthDigit } from "../../../../db/testing/phone-numbers.ts";
import { phoneMatchKey } from "../../../desk/contacts/index.ts";
import { atDesk } from "../../../testing.ts";
import { givenList } from "../testing/given-campaign.ts";
import { audienceOf } from "./audience.ts";

const { contactAddresses, contacts, connections, numberChecks, optOuts, tags, ticketTags } = schema;

type Row = {
  position: string;
  name: string;
  number: string;
  email: string;
  kind: string;
  match_key: string;
  contact_id: string | null;
  connection_id: string | null;
  reason: string | null;
  place: string;
  is_first_contact: boolean;
};

let companyId: string;
let queueId: string;
let whatsapp: { id: string; channel: ChannelName };
let page: { id: string; channel: ChannelName };
beforeAll(async () => {
  const company = await givenCompany();
  companyId = company.companyId;
  queueId = company.queue.id;
  whatsapp = { id: company.connection.id, channel: "whatsapp" };
  page = { id: randomUUID(), channel: "facebook" };
  await inside((tx) => tx.insert(connections).values({ companyId, name: "Página", ...page }));
});

const inside = <T>(work: Parameters<ReturnType<typeof testDatabase>["company"]>[1]) =>
  testDatabase().company(companyId, work) as Promise<T>;
const audience = (of: { listId?: string | null; tagId?: string | null; connections?: (typeof whatsapp)[] }) =>
  atDesk(companyId, (ctx) =>
    ctx.db.execute<Row>(
      sql`select * from (${audienceOf(ctx, { listId: null, tagId: null, connections: [whatsapp], ...of })}) as a order by position`,
    ),
  );
const shown = (rows: readonly Row[]) => rows.map(({ number, kind, reason }) => [number, kind, reason]);

async function givenTag(): Promise<string> {
  const id = randomUUID();
  await inside((tx) => tx.insert(tags).values({ companyId, id, name: `Tag ${id}`, color: "#111111" }));
  return id;
}
const tagged = async (tagId: string, contactId: string, more: Partial<typeof schema.tickets.$inferInsert> = {}) => {
  const ticket = await givenTicket({
    companyId,
    contactId,
    queueId,
    connectionId: whatsapp.id,
    status: "closed",
    ...more,
  });
  await inside((tx) => tx.insert(ticketTags).values({ companyId, ticketId: ticket.id, tagId }));
};
const addAddress = (contactId: string, kind: "phone" | "lid" | "facebook", address: string) =>
  inside((tx) =>
    tx.insert(contactAddresses).values({
      ...{ companyId, id: randomUUID(), contactId, kind, address },
      matchKey: kind === "phone" ? phoneMatchKey(address) : address,
    }),
  );
const optOut = (kind: "phone" | "lid" | "facebook", matchKey: string) =>
  inside((tx) => tx.insert(optOuts).values({ companyId, kind, matchKey, since: testNow() }));
/** A mobile number with and without the ninth digit. */
const mobile = () => {
  const long = givenPhoneNumber();
  return { long, short: withoutNinthDigit(long) };
};

describe("reasons", () => {
  test("of a list: blocked, opted out and not on WhatsApp, by the item and by the number check", async () => {
    const [fine, blocked, out, invalid, checked, stale] = Array.from({ length: 6 }, () => givenPhoneNumber());
    await givenContact({ companyId, number: blocked as string, isActive: false });
    await optOut("phone", phoneMatchKey(out as string));
    const check = (number: string, isOnWhatsapp: boolean) =>
      inside((tx) =>
        tx.insert(numberChecks).values({ companyId, number, matchKey: phoneMatchKey(number), isOnWhatsapp }),
      );
    await check(checked as string, false);
    await check(stale as string, false);
    const { id: listId } = await givenList(companyId, [
      { name: "1", number: fine as string },
      { name: "2", number: blocked as string },
      { name: "3", number: out as string },
      { name: "4", number: invalid as string, isWhatsappValid: false },
      { name: "5", number: checked as string },
      { name: "6", number: stale as string, isWhatsappValid: true },
    ]);
    expect(shown(await audience({ listId }))).toEqual([
      [fine, "phone", null],
      [blocked, "phone", "blocked"],
      [out, "phone", "optedOut"],
      [invalid, "phone", "notOnWhatsapp"],
      [checked, "phone", "notOnWhatsapp"],
      [stale, "phone", null],
    ]);
  });

  test("list and tag: a person of both is once among the recipients, also without the ninth digit", async () => {
    const { long, short } = mobile();
    const contact = await givenContact({ companyId, name: "Dois", number: long });
    const tagId = await givenTag();
    await tagged(tagId, contact.id);
    await tagged(tagId, contact.id);
    const other = givenPhoneNumber();
    const { id: listId } = await givenList(companyId, [
      { name: "Um", number: short },
      { name: "Três", number: other },
    ]);
    const rows = await audience({ listId, tagId });
    expect(rows.map(({ name, number, reason, contact_id }) => [name, number, reason, contact_id])).toEqual([
      ["Dois", long, "duplicate", contact.id],
      ["Três", other, null, null],
      ["Um", short, null, contact.id],
    ]);
  });

  test("two numbers of one contact are one person, and an opt-out of any address counts", async () => {
    const [first, second, third] = [givenPhoneNumber(), givenPhoneNumber(), givenPhoneNumber()];
    const contact = await givenContact({ companyId, number: first });
    await addAddress(contact.id, "phone", second);
    const { id: listId } = await givenList(companyId, [
      { name: "1", number: first },
      { name: "2", number: second },
    ]);
    expect((await audience({ listId })).map(({ reason }) => reason).sort()).toEqual(["duplicate", null].sort());
    await addAddress(contact.id, "lid", `lid${third}`);
    await optOut("lid", `lid${third}`);
    expect((await audience({ listId })).map(({ reason }) => reason).sort()).toEqual(["duplicate", "optedOut"]);
  });

  test("of a tag: no number, a LID alone, groups and merged contacts", async () => {
    const tagId = await givenTag();
    const none = await givenContact({ companyId, name: "1 sem número", number: "" });
    const lid = await givenContact({ companyId, name: "2 só LID", number: "" });
    await addAddress(lid.id, "lid", randomUUID());
    const group = await givenContact({ companyId, name: "3 grupo", isGroup: true });
    const facebook = await givenContact({ companyId, name: "4 só página", number: "" });
    await addAddress(facebook.id, "facebook", randomUUID());
    for (const one of [none, lid, group, facebook]) await tagged(tagId, one.id);
    const rows = await audience({ tagId });
    expect(rows.map(({ name, kind, reason }) => [name, kind, reason])).toEqual([
      ["1 sem número", "phone", "noNumber"],
      ["2 só LID", "lid", null],
      ["4 só página", "facebook", "noNumber"],
    ]);
    expect(rows.map(({ match_key }) => match_key === "")).toEqual([true, false, true]);
  });

  test("over a page: only people who wrote to that page within 24 hours, on that connection", async () => {
    const tagId = await givenTag();
    const hoursAgo = (hours: number) => new Date(testTime() - hours * 3_600_000);
    const person = async (
      name: string,
      more: Partial<typeof schema.tickets.$inferInsert>,
      kind: "facebook" | "lid" = "facebook",
    ) => {
      const { id } = await givenContact({ companyId, name, number: "" });
      await addAddress(id, kind, randomUUID());
      await tagged(tagId, id, { connectionId: page.id, ...more });
      return id;
    };
    await person("1 dentro", { lastCustomerMessageAt: hoursAgo(23) });
    await person("2 fora", { lastCustomerMessageAt: hoursAgo(25) });
    await person("3 nunca", { lastCustomerMessageAt: null });
    await person("4 outra conexão", { lastCustomerMessageAt: hoursAgo(1), connectionId: whatsapp.id });
    await person("5 só LID", { lastCustomerMessageAt: hoursAgo(1), connectionId: whatsapp.id }, "lid");
    const overPage = await audience({ tagId, connections: [page] });
    expect(overPage.map(({ name, kind, reason, connection_id }) => [name, kind, reason, connection_id])).toEqual([
      ["1 dentro", "facebook", null, page.id],
      ["2 fora", "facebook", "outsideWindow", null],
      ["3 nunca", "facebook", "outsideWindow", null],
      ["4 outra conexão", "facebook", "outsideWindow", null],
      ["5 só LID", "lid", "outsideWindow", null],
    ]);
    const overBoth = await audience({ tagId, connections: [page, whatsapp] });
    expect(overBoth.map(({ reason, connection_id }) => [reason, connection_id])).toEqual([
      [null, page.id],
      ["outsideWindow", null],
      ["outsideWindow", null],
      ["outsideWindow", null],
      [null, null],
    ]);
  });

  test("another company's list, contact and opt-out do not count", async () => {
    const other = await givenCompany();
    const number = givenPhoneNumber();
    const foreign = await givenList(other.companyId, [{ number }]);
    await givenContact({ companyId: other.companyId, number, isActive: false });
    await testDatabase().company(other.companyId, (tx) =>
      tx
        .insert(optOuts)
        .values({ companyId: other.companyId, kind: "phone", matchKey: phoneMatchKey(number), since: testNow() }),
    );
    expect(await audience({ listId: foreign.id })).toEqual([]);
    const own = await givenList(companyId, [{ number }]);
    expect((await audience({ listId: own.id })).map(({ reason, contact_id }) => [reason, contact_id])).toEqual([
      [null, null],
    ]);
  });
});

test("a first contact has no ticket; positions are in the order of names, places count the recipients", async () => {
  const [known, unknown, blocked] = [givenPhoneNumber(), givenPhoneNumber(), givenPhoneNumber()];
  const contact = await givenContact({ companyId, number: known });
  await givenTicket({ companyId, contactId: contact.id, queueId });
  await givenContact({ companyId, number: blocked, isActive: false });
  const { id: listId } = await givenList(companyId, [
    { name: "B", number: blocked },
    { name: "C", number: unknown },
    { name: "A", number: known },
  ]);
  const rows = await audience({ listId });
  expect(rows.map((row) => [row.name, Number(row.position), row.reason && "left out", row.is_first_contact])).toEqual([
    ["A", 1, null, false],
    ["B", 2, "left out", true],
    ["C", 3, null, true],
  ]);
  expect(rows.filter(({ reason }) => reason === null).map(({ place }) => Number(place))).toEqual([0, 1]);
});

describe("property", () => {
  const states = fc.record({
    inList: fc.boolean(),
    isShortInList: fc.boolean(),
    inTag: fc.boolean(),
    isContact: fc.boolean(),
    isBlocked: fc.boolean(),
    isOut: fc.boolean(),
    isValid: fc.constantFrom(null, true, false),
    check: fc.constantFrom(null, true, false),
  });

  test("list ∪ tag: each person exactly once as a recipient or with the one reason that applies, the rest duplicates", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(states, { minLength: 1, maxLength: 8 }), async (people) => {
        const tagId = await givenTag();
        const given = people.map((one) => ({ ...one, ...mobile(), isContact: one.isContact || one.inTag }));
        for (const one of given) {
          if (one.isContact) {
            const { id } = await givenContact({ companyId, number: one.long, isActive: !one.isBlocked });
            if (one.inTag) await tagged(tagId, id);
          }
          if (one.isOut) await optOut("phone", phoneMatchKey(one.long));
          if (one.check !== null)
            await inside((tx) =>
              tx
                .insert(numberChecks)
                .values({ companyId, number: one.long, matchKey: phoneMatchKey(one.long), isOnWhatsapp: one.check }),
            );
        }
        const listed = given.filter(({ inList }) => inList);
        const { id: listId } = await givenList(
          companyId,
          listed.map((one) => ({ number: one.isShortInList ? one.short : one.long, isWhatsappValid: one.isValid })),
        );
        const rows = await audience({ listId, tagId });
        expect(rows).toHaveLength(listed.length + given.filter(({ inTag }) => inTag).length);
        expect(rows.map(({ position }) => Number(position))).toEqual(rows.map((_, place) => place + 1));
        for (const one of given) {
          const own = rows.filter(({ match_key }) => match_key === phoneMatchKey(one.long));
          expect(own).toHaveLength(Number(one.inList) + Number(one.inTag));
          if (own.length === 0) continue;
          const isOnWhatsapp = (one.inList ? one.isValid : null) ?? one.check ?? true;
          const reason =
            one.isContact && one.isBlocked ? "blocked" : one.isOut ? "optedOut" : isOnWhatsapp ? null : "notOnWhatsapp";
          const expected = [reason, ...Array(own.length - 1).fill("duplicate")];
          expect(own.map((row) => row.reason).sort()).toEqual(expected.sort());
        }
      }),
      { seed: 156, numRuns: 25 },
    );
  });
});

test("contacts that were merged away are not in a tag", async () => {
  const tagId = await givenTag();
  const kept = await givenContact({ companyId });
  const gone = await givenContact({ companyId, number: "" });
  await tagged(tagId, gone.id);
  await inside((tx) => tx.update(contacts).set({ mergedIntoId: kept.id }).where(eq(contacts.id, gone.id)));
  expect(await audience({ tagId })).toEqual([]);
});
