import { getRxStorageMemory } from "rxdb/plugins/storage-memory";
import { BehaviorSubject, firstValueFrom, of } from "rxjs";
import { uuidv7 } from "uuidv7";
import { expect, onTestFinished, test } from "vitest";
import { openDocuments } from "../cache/documents.ts";
import type { DeskStorage } from "../desk-types.ts";
import type { OutboxRecord } from "../outbox/entry.ts";
import { givenCommand, givenContact, givenTicket } from "../testing/given.ts";
import { createTicketViews, untouched } from "./tickets.ts";

/** The views of a device with these tickets and commands. */
async function givenViews(tickets: ReturnType<typeof givenTicket>[], commands: OutboxRecord[] = []) {
  const storage = getRxStorageMemory() as unknown as DeskStorage;
  const documents = await openDocuments({ companyId: uuidv7(), id: uuidv7() }, storage);
  onTestFinished(async () => void (await documents.close()));
  await documents.collections.tickets.bulkInsert(tickets);
  const records$ = new BehaviorSubject(commands);
  const views = createTicketViews({
    documents,
    records$,
    tags$: of([]),
    userId: "me",
    userName: "Ana",
    showAllAtFirst: false,
  });
  const idsOf = async (filter: Parameters<typeof views.tickets$>[0]) =>
    (await firstValueFrom(views.tickets$(filter))).map(({ id }) => id);
  return { documents, records$, views, idsOf };
}
const pending = { status: "pending", showAll: true } as const;

test("a list is newest first, and a reply that is not sent yet moves its ticket to the top", async () => {
  const [old, middle, recent] = ["a", "b", "c"].map(() => givenTicket({ status: "open" }));
  const all = [old, middle, recent].filter((ticket) => ticket !== undefined);
  const { idsOf, records$ } = await givenViews(all);
  const open = { status: "open", showAll: true } as const;
  expect(await idsOf(open)).toEqual([recent?.id, middle?.id, old?.id]);
  records$.next([givenCommand("message.send", { ticketId: old?.id ?? "", body: "Oi" })]);
  expect(await idsOf(open)).toEqual([old?.id, recent?.id, middle?.id]);
  expect(await idsOf({ ...open, limit: 1 })).toEqual([old?.id]);
});

test("a ticket moves between lists with its commands, and a cut list stays full", async () => {
  const tickets = Array.from({ length: 6 }, () => givenTicket({ status: "pending" }));
  const newest = tickets.toReversed().map(({ id }) => id);
  const commands = newest.slice(0, 2).map((ticketId) => givenCommand("ticket.accept", { ticketId }));
  const { idsOf } = await givenViews(tickets, commands);
  expect(await idsOf({ ...pending, limit: 3 })).toEqual(newest.slice(2, 5));
  expect(await idsOf({ status: "open", showAll: false })).toEqual(newest.slice(0, 2));
});

test("counts: groups and tickets of the bot are counted apart, and colleagues' open tickets only on request", async () => {
  const tickets = [
    givenTicket({ status: "open", userId: "me" }),
    givenTicket({ status: "open", userId: "bia" }),
    givenTicket({ status: "open", userId: "me", isGroup: true, unreadMessages: 2 }),
    givenTicket({ status: "pending" }),
    givenTicket({ status: "pending", chatbot: true }),
    givenTicket({ status: "pending", isGroup: true, chatbot: true }),
    givenTicket({ status: "closed" }),
  ];
  const { views } = await givenViews(tickets);
  const mine = { open: 1, pending: 1, withBot: 1, groupsOpen: 1, groupsPending: 1, groupsUnread: 1 };
  expect(await firstValueFrom(views.counts$())).toEqual(mine);
  expect(await firstValueFrom(views.counts$({ showAll: true }))).toEqual({ ...mine, open: 2 });
  expect(await firstValueFrom(views.counts$({ queueIds: ["q"] }))).toMatchObject({ open: 0, pending: 0 });
});

test("a ticket for a contact created here has the contact's name, also before both are sent", async () => {
  const contact = givenCommand("contact.create", { name: "Célia Ramos", number: "5531955500190" });
  const create = givenCommand("ticket.create", { contactId: contact.id });
  const pulled = givenContact({ name: "Rosa" });
  const other = givenCommand("ticket.create", { contactId: pulled.id });
  const { documents, views } = await givenViews([], [contact, create, other]);
  await documents.collections.contacts.bulkInsert([pulled]);
  const nameOf = async (id: string) => (await firstValueFrom(views.ticket$(id)))?.contactName;
  expect([await nameOf(create.id), await nameOf(other.id)]).toEqual(["Célia Ramos", "Rosa"]);
});

test("an unknown ticket is null, a deleted one disappears, and a ticket without commands stays the same object", async () => {
  const ticket = givenTicket({ status: "pending" });
  const { views, idsOf, records$ } = await givenViews([ticket]);
  expect(await firstValueFrom(views.ticket$("unknown"))).toBeNull();
  const [first, second] = [
    await firstValueFrom(views.ticket$(ticket.id)),
    await firstValueFrom(views.ticket$(ticket.id)),
  ];
  expect(first).toMatchObject({ id: ticket.id, pending: [], failed: 0, queued: 0 });
  expect(second).toBe(first);
  expect(untouched(ticket)).toBe(untouched(ticket));
  records$.next([givenCommand("ticket.accept", { ticketId: ticket.id })]);
  expect(await idsOf(pending)).toEqual([]);
});
