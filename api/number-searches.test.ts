import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { usualWindow } from "../contracts/marketing/campaigns.ts";
import { searchable } from "../contracts/search-text.ts";
import { schema } from "../db/index.ts";
import { givenAgent, givenCompany, givenContact, givenTicket, testDatabase } from "../db/testing/given.ts";
import { phoneMatchKey } from "../domain/desk/contacts/index.ts";
import { type Client, type GivenApp, givenApp, givenSignedIn } from "./testing/given-app.ts";

/** Stored as the channel reported them: the first without the ninth digit. Then a landline, and another person of each end. */
const rita = { name: "Rita Moura", number: "553188870201" };
const rui = { name: "Rui Prado", number: "5531977770123" };
const loja = { name: "Loja Centro", number: "554734221101" };
const others = [
  { name: "Outra Rita", number: "5531988873202" },
  { name: "Outro Rui", number: "5511977770124" },
  { name: "Outra Loja", number: "554634221102" },
];

/** Spellings of each number, whole and in part. */
const asked: readonly [{ name: string }, readonly string[]][] = [
  [
    rita,
    [
      ...["(31) 98887-0201", "31 98887-0201", "31.98887.0201", "+55 31 98887-0201", "+5531988870201", "5531988870201"],
      ...["031 98887-0201", "0 15 31 98887-0201", "(0xx31) 98887-0201", "0055 31 8887-0201", "98887-0201", "8887-0201"],
      ...["(31) 8887-0201", "31 98887 0201", "\u202a+55 31 98887\u20110201\u202c", "553188870201", "988870201", "0201"],
      ...["(31) 98887-020", "98887-020", "+55 (31) 98887-020", "31 8887-020"],
    ],
  ],
  [
    rui,
    ["(31) 7777-0123", "31 7777 0123", "3177770123", "+55 31 7777-0123", "(31) 97777-012", "31 7777-012", "77770123"],
  ],
  [loja, ["(47) 3422-1101", "47 3422 1101", "0 21 47 3422-1101", "(047) 3422-110", "3422-1101", "34221101"]],
];

let given: GivenApp;
let company: Awaited<ReturnType<typeof givenCompany>>;
let stranger: Client;
let client: Client;
let sandra: Client;
let listId: string;
let campaignId: string;

beforeAll(async () => {
  given = await givenApp();
  company = await givenCompany();
  const { companyId, admin, connection } = company;
  client = await givenSignedIn(given, admin);
  stranger = await givenSignedIn(given, (await givenCompany()).admin);
  sandra = await givenSignedIn(given, await givenAgent({ companyId, name: "Sandra", isSuper: true }));
  [listId, campaignId] = [randomUUID(), randomUUID()];
  const people = [rita, rui, loja, ...others].map((person) => ({
    ...person,
    ...{ companyId, matchKey: phoneMatchKey(person.number), search: searchable(person.name, person.number) },
  }));
  await testDatabase().company(companyId, async (tx) => {
    await tx.insert(schema.contactLists).values({ companyId, id: listId, name: "Todos" });
    await tx.insert(schema.contactListItems).values(people.map((one) => ({ ...one, id: randomUUID(), listId })));
    await tx.insert(schema.campaigns).values({
      ...{ companyId, id: campaignId, name: "Avisos", status: "cancelled" as const, listId, window: usualWindow },
      ...{ messages: ["Oi", "", "", "", ""], confirmationMessages: ["", "", "", "", ""] },
    });
    await tx
      .insert(schema.campaignConnections)
      .values({ companyId, campaignId, connectionId: connection.id, position: 0 });
    await tx
      .insert(schema.campaignRecipients)
      .values(people.map((one, place) => ({ ...one, id: randomUUID(), campaignId, position: place + 1, variant: 1 })));
  });
  for (const { name, number } of people) {
    const contact = await givenContact({ companyId, name, number });
    await givenTicket({ companyId, contactId: contact.id, status: "open", userId: admin.id });
    await testDatabase().company(companyId, (tx) =>
      tx.insert(schema.schedules).values({
        ...{ companyId, id: randomUUID(), contactId: contact.id, userId: admin.id },
        ...{ body: "Bom dia", sendAt: new Date("2030-01-01T12:00:00Z") },
      }),
    );
  }
});

type Answer = Record<string, unknown>;
const rowsOf = (answer: unknown, list: string) => (list ? (answer as Answer)[list] : answer) as Answer[];
const namesOf = (list: string, nameOf: (row: Answer) => unknown) => async (answer: Response) =>
  rowsOf(await answer.json(), list).map(nameOf);
const csvNames = async (answer: Response) =>
  (await answer.text())
    .split("\r\n")
    .slice(1)
    .filter(Boolean)
    .map((line) => line.split(";").find((cell) => /^[A-Z]/.test(cell)));
const ownName = ({ name }: Answer) => name;
const ofContact = ({ contact }: Answer) => (contact as Answer).name;

type NumberSearch = { path: () => string; names: (answer: Response) => Promise<unknown[]> };

/** Every call with a `searchParam`: the names that it finds, or the reason why it has no phone numbers. */
const searches: Record<string, NumberSearch | string> = {
  "/contacts": { path: () => "/contacts?", names: namesOf("contacts", ownName) },
  "/contacts/list": { path: () => "/contacts/list?", names: namesOf("", ownName) },
  "/contacts/export": { path: () => "/contacts/export?", names: csvNames },
  "/tickets": { path: () => "/tickets?showAll=true&", names: namesOf("tickets", ofContact) },
  "/schedules": { path: () => "/schedules?", names: namesOf("schedules", ofContact) },
  "/contact-list-items": {
    path: () => `/contact-list-items?contactListId=${listId}&`,
    names: namesOf("contacts", ownName),
  },
  "/contact-lists/{id}/export": { path: () => `/contact-lists/${listId}/export?`, names: csvNames },
  "/campaigns/{id}/recipients": {
    path: () => `/campaigns/${campaignId}/recipients?`,
    names: namesOf("records", ownName),
  },
  "/campaigns/{id}/recipients.csv": { path: () => `/campaigns/${campaignId}/recipients.csv?`, names: csvNames },
  "/companies": "a company's own phone, as it was typed: see the test of super users below",
  "/announcements": "titles and texts",
  "/audit": "names of people and companies, and reasons",
  "/campaigns": "names of campaigns",
  "/chats": "titles and names of colleagues",
  "/contact-lists": "names of lists",
  "/invoices/all": "texts and numbers of invoices",
  "/mails": "subjects and e-mail addresses",
  "/tags": "names of tags",
  "/users": "names and e-mail addresses of colleagues",
  "/users/list": "names and e-mail addresses of colleagues",
};

test("the table names every call with a searchParam", async () => {
  const { paths } = (await (await given.app.request("/openapi.json")).json()) as {
    paths: Record<string, { get?: { parameters?: { name: string }[] } }>;
  };
  const found = Object.entries(paths)
    .filter(([, { get }]) => get?.parameters?.some(({ name }) => name === "searchParam"))
    .map(([path]) => path);
  expect(found.toSorted()).toEqual(Object.keys(searches).toSorted());
});

const ofNumbers = Object.entries(searches).flatMap(([path, search]) =>
  typeof search === "string" ? [] : [[path, search] as const],
);

test.each(ofNumbers)(
  "GET %s finds a number however it is written, and no other one",
  async (_path, { path, names }) => {
    const query = (searchParam: string) => `${path()}${new URLSearchParams({ searchParam })}`;
    for (const [{ name }, spellings] of asked)
      for (const typed of spellings)
        expect([typed, await names(await client.request(query(typed)))]).toEqual([typed, [name]]);
    const elsewhere = await stranger.request(query("(31) 98887-0201"));
    if (elsewhere.status === 200) expect(await names(elsewhere)).toEqual([]);
    else expect(elsewhere.status).toBe(404);
  },
);

test("GET /companies finds a company by its phone, which is stored as it was typed", async () => {
  const marker = randomUUID().slice(0, 8);
  const found = async (searchParam: string) => {
    const answer = await sandra.request(`/companies?${new URLSearchParams({ searchParam })}`);
    return rowsOf(await answer.json(), "companies").map(({ name }) => name);
  };
  const add = (name: string, phone: string) =>
    givenCompany().then(({ companyId }) =>
      testDatabase().company(companyId, (tx) =>
        tx
          .update(schema.companies)
          .set({ name: `${name} ${marker}`, phone })
          .where(eq(schema.companies.id, companyId)),
      ),
    );
  await add("Padaria", "(35) 3721-4407");
  await add("Floricultura", "+55 35 99721-4408");
  for (const typed of ["(35) 3721-4407", "3537214407", "+55 35 3721.4407", "035 3721 4407"])
    expect([typed, await found(typed)]).toEqual([typed, [`Padaria ${marker}`]]);
  for (const typed of ["35997214408", "(35) 9721-4408", "+55 (35) 99721-4408"])
    expect([typed, await found(typed)]).toEqual([typed, [`Floricultura ${marker}`]]);
  expect((await client.request("/companies?searchParam=3537214407")).status).toBe(403);
});
