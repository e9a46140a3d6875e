import { asc, eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { schema } from "../../../db/index.ts";
import { givenCompany, givenContact } from "../../../db/testing/given.ts";
import { givenConnection } from "../../../db/testing/given-chat.ts";
import { findOrCreateContact } from "../../desk/contacts/index.ts";
import { acting, atDesk } from "../../testing.ts";
import { checkNextRows, importNextRows, importPhonebook, importView, rememberPhonebook } from "./index.ts";

const rosa = { phone: "5531955500801", lid: "", name: "Rosa Lima", hasChat: false };
const nobody = { phone: "5531955500802", lid: "", name: "", hasChat: true };

async function work(companyId: string, importId: string | null) {
  if (!importId) throw new Error("nobody was imported");
  while (await atDesk(companyId, (ctx) => checkNextRows(ctx, importId)));
  while (await atDesk(companyId, (ctx) => importNextRows(ctx, importId)));
}

const namesOf = (companyId: string) =>
  atDesk(companyId, async (ctx) =>
    (
      await ctx.db
        .select({ name: schema.contacts.name, number: schema.contacts.number })
        .from(schema.contacts)
        .where(eq(schema.contacts.companyId, companyId))
        .orderBy(asc(schema.contacts.number), asc(schema.contacts.name))
    ).map(({ name, number }) => `${name} ${number}`),
  );

test("an address-book import takes people with a name, a chat import takes everyone; existing contacts are unchanged", async () => {
  const { companyId, connection, ana } = await givenCompany();
  await givenContact({ companyId, name: "Bia do balcão", number: "5531988870803" });
  const remember = (...entries: (typeof rosa)[]) =>
    atDesk(companyId, (ctx) => rememberPhonebook(ctx, connection.id, entries));
  await remember(rosa, nobody, { phone: "553188870803", lid: "", name: "Outro nome", hasChat: true });
  const agenda = await acting(ana, (ctx) => importPhonebook(ctx, "agenda"));
  await work(companyId, agenda);
  expect(await acting(ana, (ctx) => importView(ctx, agenda ?? ""))).toMatchObject({
    status: "done",
    counts: { created: 1, updated: 0 },
  });
  const chats = await acting(ana, (ctx) => importPhonebook(ctx, "chats"));
  await work(companyId, chats);
  expect(await namesOf(companyId)).toContain("Bia do balcão 5531988870803");
  expect(await namesOf(companyId)).toEqual(
    expect.arrayContaining(["Rosa Lima 5531955500801", "5531955500802 5531955500802"]),
  );
  expect(await acting(ana, (ctx) => importPhonebook(ctx, "agenda"))).toBeNull();
  expect(await acting(ana, (ctx) => importPhonebook(ctx, "chats"))).toBeNull();
});

test("a known name or chat is kept when a later report has none", async () => {
  const { companyId, connection } = await givenCompany();
  const remember = (entry: typeof rosa) => atDesk(companyId, (ctx) => rememberPhonebook(ctx, connection.id, [entry]));
  await remember(rosa);
  await remember({ ...rosa, name: "", hasChat: true });
  await remember({ ...rosa, name: "Rosa L." });
  const kept = await atDesk(companyId, (ctx) => ctx.db.select().from(schema.phonebookEntries));
  expect(kept).toMatchObject([{ name: "Rosa L.", hasChat: true }]);
});

test("another company's phones are not read", async () => {
  const { companyId, connection } = await givenCompany();
  const other = await givenCompany();
  await atDesk(companyId, (ctx) => rememberPhonebook(ctx, connection.id, [{ ...rosa, hasChat: true }]));
  expect(await acting(other.admin, (ctx) => importPhonebook(ctx, "agenda"))).toBeNull();
  expect(await acting(other.admin, (ctx) => importPhonebook(ctx, "chats"))).toBeNull();
});

test("a person whom two phones know is imported once, with the name that one of them has", async () => {
  const { companyId, connection, ana } = await givenCompany();
  const remember = (connectionId: string, name: string) =>
    atDesk(companyId, (ctx) => rememberPhonebook(ctx, connectionId, [{ ...rosa, name, hasChat: true }]));
  await remember(connection.id, "Rosa Lima");
  await remember(await givenConnection(companyId), "");
  const chats = await acting(ana, (ctx) => importPhonebook(ctx, "chats"));
  await work(companyId, chats);
  expect(await acting(ana, (ctx) => importView(ctx, chats ?? ""))).toMatchObject({ total: 1, counts: { created: 1 } });
  expect(await namesOf(companyId)).toEqual(["Rosa Lima 5531955500801"]);
});

test("people with only a LID become contacts without a number, once, and are merged with a number reported later", async () => {
  const { companyId, connection, ana } = await givenCompany();
  const remember = (...entries: (typeof rosa)[]) =>
    atDesk(companyId, (ctx) => rememberPhonebook(ctx, connection.id, entries));
  const agenda = () => acting(ana, (ctx) => importPhonebook(ctx, "agenda"));
  const hidden = { phone: "", lid: "99001", name: "Só LID", hasChat: true };
  await remember(hidden, { ...hidden, lid: "99002", name: "" }, { ...hidden, lid: "99003", name: "Tânia" });
  // Once her number is known, the entry has a number and keeps the name.
  await remember({ ...hidden, phone: "5531955500811", lid: "99003", name: "" });
  expect(await atDesk(companyId, (ctx) => ctx.db.select().from(schema.phonebookEntries))).toHaveLength(3);
  await work(companyId, await agenda());
  expect(await namesOf(companyId)).toEqual(["Só LID ", "Tânia 5531955500811"]);
  expect(await agenda()).toBeNull();
  await work(companyId, await acting(ana, (ctx) => importPhonebook(ctx, "chats")));
  expect(await namesOf(companyId)).toEqual(["99002 ", "Só LID ", "Tânia 5531955500811"]);
  expect(await acting(ana, (ctx) => importPhonebook(ctx, "chats"))).toBeNull();
  // Messages arrive under the LID.
  const found = await atDesk(companyId, (ctx) =>
    findOrCreateContact(ctx, { addresses: [{ kind: "lid", address: "99001" }] }),
  );
  expect(found).toMatchObject({ name: "Só LID", number: "" });
});

test.each<[string, Partial<typeof rosa>, string]>([
  ["of only one letter becomes the number", { name: "R" }, "5531955500801 5531955500801"],
  ["of only one letter becomes the LID", { name: "R", phone: "", lid: "99004" }, "99004 "],
  ["of 50 UTF-16 units is kept", { name: `${"R".repeat(48)}🌹` }, `${"R".repeat(48)}🌹 5531955500801`],
  [
    "is cut to 50 UTF-16 units, between characters",
    { name: `Rosa ${"🌹".repeat(25)}` },
    `Rosa ${"🌹".repeat(22)} 5531955500801`,
  ],
])("a name %s", async (_what, change, contact) => {
  const { companyId, connection, ana } = await givenCompany();
  await atDesk(companyId, (ctx) => rememberPhonebook(ctx, connection.id, [{ ...rosa, ...change }]));
  await work(companyId, await acting(ana, (ctx) => importPhonebook(ctx, "agenda")));
  expect(await namesOf(companyId)).toEqual([contact]);
  expect(await acting(ana, (ctx) => importPhonebook(ctx, "agenda"))).toBeNull();
});

test("a number becomes a contact as the channel spells it; one too short for a contact is not imported", async () => {
  const { companyId, connection, ana } = await givenCompany();
  const people = ["999123456789", "00000000", "0000000", "0"].map((phone) => ({ ...rosa, phone }));
  await atDesk(companyId, (ctx) => rememberPhonebook(ctx, connection.id, people));
  await work(companyId, await acting(ana, (ctx) => importPhonebook(ctx, "agenda")));
  expect(await namesOf(companyId)).toEqual(["Rosa Lima 00000000", "Rosa Lima 999123456789"]);
  expect(await acting(ana, (ctx) => importPhonebook(ctx, "agenda"))).toBeNull();
});
