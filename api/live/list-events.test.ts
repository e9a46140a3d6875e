import { afterAll, beforeAll, expect, test } from "vitest";
import { givenAgent, givenCompany, givenContact } from "../../db/testing/given.ts";
import {
  createItem,
  createList,
  deleteItem,
  deleteList,
  fillList,
  renameList,
} from "../../domain/marketing/contact-lists/index.ts";
import { acting } from "../../domain/testing.ts";
import { givenSignedIn } from "../testing/given-app.ts";
import { allReceived, givenLive, type Listening, listenLive } from "../testing/given-live.ts";

let given: Awaited<ReturnType<typeof givenLive>>;
const open: Listening[] = [];
beforeAll(async () => {
  given = await givenLive();
});
afterAll(async () => {
  for (const listening of open) listening.close();
  await given.stop();
});

test("contact lists and their people are emitted to users who may manage campaigns, and to nobody else", async () => {
  const { companyId, admin, ana } = await givenCompany();
  const supervisor = await givenAgent({ companyId, name: "Sueli", profile: "supervisor" });
  for (const agent of [admin, supervisor, ana])
    open.push(await listenLive(given.url, await givenSignedIn(given, agent)));
  const [ofAdmin, ofSupervisor, ofAna] = open as [Listening, Listening, Listening];
  const act = async <T>(work: Parameters<typeof acting<T>>[1]) => {
    const made = await acting(admin, work);
    await allReceived(given, companyId, open);
    return made;
  };
  const { id: listId } = await act((ctx) => createList(ctx, { name: "Clientes" }));
  await act((ctx) => renameList(ctx, listId, { name: "VIP" }));
  const person = { name: "Helena", number: "31 98888-7777", email: "" };
  const item = await act((ctx) => createItem(ctx, listId, person));
  await act((ctx) => deleteItem(ctx, item.id));
  const contactIds = [await givenContact({ companyId }), await givenContact({ companyId })].map(({ id }) => id);
  await act((ctx) => fillList(ctx, listId, { kind: "contacts", contactIds }));
  await act((ctx) => deleteList(ctx, listId));

  const list = (action: string, name: string, contactsCount: number) => ({
    ...{ action, record: { id: listId, name, contactsCount } },
  });
  const toLists = [
    list("create", "Clientes", 0),
    list("update", "VIP", 0),
    list("update", "VIP", 1),
    list("update", "VIP", 0),
    list("update", "VIP", 2),
    { action: "delete", id: listId },
  ];
  const toItems = [
    { action: "create", record: { id: item.id, contactListId: listId, name: "Helena", isWhatsappValid: null } },
    { action: "delete", id: item.id },
    { action: "reload", records: [{ contactListId: listId }, { contactListId: listId }] },
  ];
  for (const listening of [ofAdmin, ofSupervisor]) {
    expect(listening.named("ContactList")).toMatchObject(toLists);
    expect(listening.named("ContactListItem")).toMatchObject(toItems);
    expect(listening.named(`ContactListItem-${listId}`)).toMatchObject(toItems);
  }
  expect(ofAna.received.filter(({ event }) => event.includes("ContactList"))).toEqual([]);
});
