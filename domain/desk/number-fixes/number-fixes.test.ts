import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { phoneMatchKey } from "../../../contracts/phones.ts";
import { schema } from "../../../db/index.ts";
import { givenCompany, givenContact, givenTicket } from "../../../db/testing/given.ts";
import { acting, atDesk, refusal } from "../../testing.ts";
import { requireContact } from "../contacts/index.ts";
import { fixNumber, misreadNumbers, undoFix } from "./index.ts";

const { contactAddresses, settings, tickets } = schema;

async function givenDesk() {
  const company = await givenCompany();
  const { companyId } = company;
  await atDesk(companyId, (ctx) => ctx.db.insert(settings).values({ companyId, key: "phoneAreaCode", value: "31" }));
  const person = async (name: string, number: string) => {
    const contact = await givenContact({ companyId, name, number });
    await atDesk(companyId, (ctx) =>
      ctx.db
        .update(contactAddresses)
        .set({ matchKey: phoneMatchKey(number) })
        .where(eq(contactAddresses.contactId, contact.id)),
    );
    return contact;
  };
  const numbersOf = (contactId: string) =>
    atDesk(companyId, (ctx) =>
      ctx.db
        .select({ address: contactAddresses.address })
        .from(contactAddresses)
        .where(eq(contactAddresses.contactId, contactId)),
    ).then((rows) => rows.map(({ address }) => address).sort());
  const ticketsOf = (contactId: string) =>
    atDesk(companyId, (ctx) => ctx.db.select().from(tickets).where(eq(tickets.contactId, contactId))).then((rows) =>
      rows.map(({ id }) => id),
    );
  return { ...company, person, numbersOf, ticketsOf };
}

test("misreadNumbers: lists what the former reading made of a local spelling, and no right number", async () => {
  const { admin, person } = await givenDesk();
  await person("Joinville", "4734221101");
  await person("Sem DDD", "988887704");
  await person("Tronco", "55031988887701");
  await person("Ninguém", "44079111234567");
  await person("Brasil", "5531988887701");
  await person("Antigo", "553188870201");
  await person("Portugal", "351912345678");
  await person("Espanha", "34912345678");
  await person("México", "5215512345601");
  const { contacts, count, applied } = await acting(admin, misreadNumbers);
  expect(count).toBe(4);
  expect(applied).toEqual([]);
  expect(Object.fromEntries(contacts.map(({ name, proposal, problem }) => [name, proposal ?? problem]))).toEqual({
    Joinville: "554734221101",
    "Sem DDD": "5531988887704",
    Tronco: "5531988887701",
    Ninguém: "invalid",
  });
  expect(contacts.find(({ name }) => name === "Tronco")?.holder).toMatchObject({ name: "Brasil" });
});

test("fixNumber: the contact gets the number that was meant and keeps its tickets, and undoFix gives the former back", async () => {
  const { admin, companyId, queue, person, numbersOf, ticketsOf } = await givenDesk();
  const shop = await person("Loja Joinville", "4734221101");
  const ticket = await givenTicket({ companyId, queueId: queue.id, contactId: shop.id });
  const fix = await acting(admin, (ctx) => fixNumber(ctx, shop.id));
  expect(await atDesk(companyId, (ctx) => requireContact(ctx, shop.id))).toMatchObject({ number: "554734221101" });
  expect(await numbersOf(shop.id)).toEqual(["554734221101"]);
  expect(await ticketsOf(shop.id)).toEqual([ticket.id]);
  expect(await acting(admin, misreadNumbers)).toMatchObject({
    count: 0,
    applied: [{ id: fix.id, former: "4734221101" }],
  });
  for (let times = 0; times < 2; times++) await acting(admin, (ctx) => undoFix(ctx, fix.id));
  expect(await atDesk(companyId, (ctx) => requireContact(ctx, shop.id))).toMatchObject({ number: "4734221101" });
  expect(await numbersOf(shop.id)).toEqual(["4734221101"]);
  expect(await ticketsOf(shop.id)).toEqual([ticket.id]);
});

test("fixNumber: a contact that has the number already is merged, no ticket is lost, and undoFix separates the two", async () => {
  const { admin, companyId, queue, person, numbersOf, ticketsOf } = await givenDesk();
  const right = await person("Joinville certa", "554734221101");
  const misread = await person("Loja Joinville", "4734221101");
  const mine = await givenTicket({ companyId, queueId: queue.id, contactId: misread.id, status: "closed" });
  const theirs = await givenTicket({ companyId, queueId: queue.id, contactId: right.id });
  const fix = await acting(admin, (ctx) => fixNumber(ctx, misread.id));
  const kept = await atDesk(companyId, (ctx) => requireContact(ctx, misread.id));
  expect(kept).toMatchObject({ name: "Joinville certa", number: "554734221101" });
  expect(await numbersOf(kept.id)).toEqual(["554734221101"]);
  expect((await ticketsOf(kept.id)).sort()).toEqual([mine.id, theirs.id].sort());
  await acting(admin, (ctx) => undoFix(ctx, fix.id));
  expect(await numbersOf(misread.id)).toEqual(["4734221101"]);
  expect(await numbersOf(right.id)).toEqual(["554734221101"]);
  expect([await ticketsOf(misread.id), await ticketsOf(right.id)]).toEqual([[mine.id], [theirs.id]]);
  expect(await atDesk(companyId, (ctx) => requireContact(ctx, misread.id))).toMatchObject({ number: "4734221101" });
});

test("misread numbers: only admins, and another company's contacts and corrections do not exist", async () => {
  const { admin, ana, person } = await givenDesk();
  const stranger = (await givenDesk()).admin;
  const shop = await person("Loja", "4734221101");
  for (const verb of [
    () => acting(ana, misreadNumbers),
    () => acting(ana, (ctx) => fixNumber(ctx, shop.id)),
    () => acting(ana, (ctx) => undoFix(ctx, randomUUID())),
  ])
    expect((await refusal(verb())).code).toBe("ERR_NO_PERMISSION");
  expect((await acting(stranger, misreadNumbers)).count).toBe(0);
  expect((await refusal(acting(stranger, (ctx) => fixNumber(ctx, shop.id)))).code).toBe("ERR_NO_CONTACT_FOUND");
  const fix = await acting(admin, (ctx) => fixNumber(ctx, shop.id));
  expect((await refusal(acting(stranger, (ctx) => undoFix(ctx, fix.id)))).code).toBe("ERR_NO_CONTACT_FOUND");
  expect((await refusal(acting(admin, (ctx) => fixNumber(ctx, shop.id)))).code).toBe("ERR_WAPP_INVALID_CONTACT");
});
