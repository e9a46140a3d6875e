import fc from "fast-check";
import { expect, test } from "vitest";
import { searchable, searchWords } from "../../../contracts/search-text.ts";
import { givenDevice, openTestDesk, synced, until } from "../testing/desk.ts";
import { givenContact, givenMessage, givenTicket } from "../testing/given.ts";
import { createSearchIndex, type SearchHits } from "./search-index.ts";

const idsOf = (hits: SearchHits) => hits.tickets.map((ticket) => ticket.id);

function givenIndex() {
  const index = createSearchIndex();
  const josé = givenTicket({ contactName: "José Conceição", number: 4812, tagIds: ["vip"], queueId: "vendas" });
  const bia = givenTicket({ contactName: "Bia", number: 7, userId: "ana" });
  for (const ticket of [josé, bia]) index.putTicket(ticket);
  return { index, josé, bia };
}

test("a name is found without its accents, by parts of its words in any order", () => {
  const { index, josé } = givenIndex();
  for (const text of ["jose", "JOSÉ", "ceic jos", "conceicao"]) {
    expect(idsOf(index.search({ text, limit: 10 }))).toEqual([josé.id]);
  }
  expect(idsOf(index.search({ text: "jose bia", limit: 10 }))).toEqual([]);
});

test("a ticket is found by its whole number", () => {
  const { index, josé, bia } = givenIndex();
  expect(idsOf(index.search({ text: "#4812", limit: 10 }))).toEqual([josé.id]);
  expect(idsOf(index.search({ text: "7", limit: 10 }))).toContain(bia.id);
  expect(idsOf(index.search({ text: "481", limit: 10 }))).toEqual([]);
});

test("a number is found however it is written, in conversations, contacts and lists", async () => {
  const device = givenDevice();
  const ticket = givenTicket({ search: "rita 553188870201", status: "open" });
  device.server.put("tickets", ticket);
  device.server.put("tickets", givenTicket({ search: "outra 5531988870202", status: "open" }));
  device.server.put("contacts", givenContact({ name: "Rita", search: "rita 553188870201" }));
  device.server.put("contacts", givenContact({ name: "Outra", search: "outra 5531988870202" }));
  const desk = await openTestDesk(device);
  await synced(desk);
  for (const text of ["(31) 98887-0201", "31 8887-0201", "+55 (031) 98887-0201", "0 15 31 98887 0201", "98887 0201"]) {
    const found = await until(desk.search$({ text, limit: 10 }), (view) => view.tickets.length > 0);
    expect([text, found.tickets.map(({ id }) => id)]).toEqual([text, [ticket.id]]);
    expect(found.contacts.map(({ name }) => name)).toEqual(["Rita"]);
    expect(await until(desk.searchContacts$(text), (rows) => rows.length > 0)).toMatchObject([{ name: "Rita" }]);
    const listed = await until(
      desk.tickets$({ status: "open", showAll: true, search: text }),
      (rows) => rows.length > 0,
    );
    expect(listed.map(({ id }) => id)).toEqual([ticket.id]);
  }
  await desk.close();
});

test("filters narrow the results, also without a text", () => {
  const { index, josé, bia } = givenIndex();
  expect(idsOf(index.search({ text: "", tagIds: ["vip"], limit: 10 }))).toEqual([josé.id]);
  expect(idsOf(index.search({ text: "", userIds: ["ana"], limit: 10 }))).toEqual([bia.id]);
  expect(idsOf(index.search({ text: "", queueIds: [null], limit: 10 }))).toEqual([bia.id]);
  expect(idsOf(index.search({ text: "bia", tagIds: ["vip"], limit: 10 }))).toEqual([]);
});

test("messages are found newest conversation first, without deleted and hidden ones, up to the limit", () => {
  const { index, josé, bia } = givenIndex();
  const withText = (ticketId: string, body: string, more = {}) => givenMessage({ ticketId, body, ...more });
  const [older, newer, last] = [
    withText(josé.id, "A coleta é às 9h"),
    withText(josé.id, "coleta?"),
    withText(bia.id, "Coleta já"),
  ];
  index.putThread({
    id: josé.id,
    rev: 1,
    hasOlder: false,
    messages: [
      older,
      newer,
      withText(josé.id, "coleta", { isDeleted: true }),
      withText(josé.id, "coleta", { hidden: true }),
    ],
  });
  index.putThread({ id: bia.id, rev: 1, hasOlder: false, messages: [last] });
  const found = (limit: number) => index.search({ text: "COLETA", limit }).messages.map((hit) => hit.messageId);
  expect(found(10)).toEqual([last.id, newer.id, older.id]);
  expect(found(2)).toEqual([last.id, newer.id]);
  expect(index.search({ text: "coleta as", limit: 9 }).messages.map((hit) => hit.messageId)).toEqual([older.id]);
  index.removeThread(bia.id);
  expect(found(1)).toEqual([newer.id]);
});

test("a device finds pulled tickets, contacts and messages, and follows later changes", async () => {
  const device = givenDevice();
  const { server } = device;
  const tickets = Array.from({ length: 7 }, () => givenTicket({ contactName: "Otávio" }));
  for (const ticket of tickets) server.put("tickets", ticket);
  server.put("contacts", givenContact({ name: "Otávio Reis" }));
  const [first] = tickets;
  if (!first) throw new Error("no ticket");
  const message = server.message(first.id, { body: "Segue o código da coleta" });
  const desk = await openTestDesk(device);
  await synced(desk);
  const found = await until(desk.search$({ text: "otavio", limit: 50 }), (view) => view.tickets.length === 7);
  expect(found.contacts.map((contact) => contact.name)).toEqual(["Otávio Reis"]);
  const hits = await until(desk.search$({ text: "codigo coleta", limit: 50 }), (view) => view.messages.length === 1);
  expect(hits.messages[0]).toMatchObject({ messageId: message.id, ticketId: first.id, ticket: { id: first.id } });

  const watched = until(desk.search$({ text: "moringa", limit: 50 }), (view) => view.messages.length === 1);
  server.message(first.id, { body: "Tem moringa?" });
  server.poke("threads");
  expect((await watched).messages[0]?.body).toBe("Tem moringa?");

  server.remove("tickets", first.id);
  server.poke("tickets");
  await until(desk.search$({ text: "otavio", limit: 50 }), (view) => view.tickets.length === 6);
  await until(desk.search$({ text: "moringa", limit: 50 }), (view) => view.messages.length === 0);
});

test("a conversation started offline is found by its contact", async () => {
  const device = givenDevice();
  const contact = givenContact({ name: "Célia Ramos" });
  device.server.put("contacts", contact);
  const desk = await openTestDesk(device);
  await synced(desk);
  device.server.online = false;
  const id = await desk.send("ticket.create", { contactId: contact.id, queueId: null, status: "open" });
  const found = await until(desk.search$({ text: "celia", limit: 50 }), (view) => view.tickets.length === 1);
  expect(found.tickets[0]?.id).toBe(id);
});

test("a changed or removed document is found as it is now, and a removed contact no more", () => {
  const { index, josé, bia } = givenIndex();
  index.putTicket({ ...bia, contactName: "Lia", search: "lia" });
  expect(idsOf(index.search({ text: "bia", limit: 10 }))).toEqual([]);
  expect(idsOf(index.search({ text: "lia", limit: 10 }))).toEqual([bia.id]);
  index.removeTicket(josé.id);
  expect(idsOf(index.search({ text: "", limit: 10 }))).toEqual([bia.id]);
  const contact = givenContact({ name: "Otávio" });
  index.putContact(contact);
  expect(index.search({ text: "otavio", limit: 10 }).contacts).toEqual([contact]);
  index.removeContact(contact.id);
  expect(index.search({ text: "otavio", limit: 10 }).contacts).toEqual([]);
});

test("contacts are found by name order, at most a fifth of the limit, and none without a text", () => {
  const { index } = givenIndex();
  const names = ["Otávio C", "Otávio A", "Otávio B"];
  for (const name of names) index.putContact(givenContact({ name }));
  const found = (text: string, limit: number) => index.search({ text, limit }).contacts.map(({ name }) => name);
  expect(found("otavio", 50)).toEqual(["Otávio A", "Otávio B", "Otávio C"]);
  expect(found("otavio", 10)).toEqual(["Otávio A", "Otávio B"]);
  expect(found("", 50)).toEqual([]);
});

test("all words of a message hit are in one message, and its conversation is returned once", () => {
  const { index, josé } = givenIndex();
  const messages = ["coleta amanhã", "às nove", "amanhã a coleta"].map((body) =>
    givenMessage({ ticketId: josé.id, body }),
  );
  index.putThread({ id: josé.id, rev: 1, hasOlder: false, messages });
  const hits = index.search({ text: "coleta amanha", limit: 10 });
  expect(hits.messages.map(({ body }) => body)).toEqual(["amanhã a coleta", "coleta amanhã"]);
  expect(hits.around).toEqual([josé]);
  const apart = index.search({ text: "nove coleta", limit: 10 });
  expect([apart.messages, apart.around]).toEqual([[], []]);
});

test("the messages of a ticket that the filters leave out, or that is not on the device, are not found", () => {
  const { index, josé, bia } = givenIndex();
  for (const id of [josé.id, bia.id, "unknown"])
    index.putThread({ id, rev: 1, hasOlder: false, messages: [givenMessage({ ticketId: id, body: "moringa" })] });
  const ticketsOf = (filter: object) =>
    index.search({ text: "moringa", limit: 10, ...filter }).messages.map(({ ticketId }) => ticketId);
  expect(ticketsOf({})).toEqual([bia.id, josé.id]);
  expect(ticketsOf({ tagIds: ["vip"] })).toEqual([josé.id]);
  expect(ticketsOf({ queueIds: ["outra"] })).toEqual([]);
  expect(ticketsOf({ userIds: [] })).toHaveLength(2);
});

test("the index finds exactly the tickets that contain all words, newest first", () => {
  const word = fc.constantFrom("ana", "Ána", "bia", "an", "ia", "rosa", "5511");
  const names = fc.array(
    fc.array(word, { minLength: 1, maxLength: 3 }).map((parts) => parts.join(" ")),
    { maxLength: 8 },
  );
  fc.assert(
    // Groups of digits alone are one number, so a number is asked for once.
    fc.property(names, fc.uniqueArray(word, { maxLength: 3 }), (contactNames, asked) => {
      const index = createSearchIndex();
      const tickets = contactNames.map((contactName) => givenTicket({ contactName, number: 0 }));
      for (const ticket of tickets) index.putTicket(ticket);
      const text = asked.join(" ");
      const expected = tickets.filter(({ search }) =>
        searchWords(text).every((one) => search.includes(searchable(one))),
      );
      expect(idsOf(index.search({ text, limit: 100 }))).toEqual(expected.map(({ id }) => id).reverse());
    }),
    { seed: 35 },
  );
});
