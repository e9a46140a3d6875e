import { randomInt, randomUUID } from "node:crypto";
import { inject } from "vitest";
import { searchable } from "../../contracts/search-text.ts";
import { claimKey, type Database, openDatabase, schema } from "../index.ts";
import { givenPhoneNumber } from "./phone-numbers.ts";

export { givenPhoneNumber };

/** The run's database; test files of the same process share the connections. */
let ofRun: Database | undefined;
let ofFile: Database | null = null;

/** The test run's database, signed in as the application. */
export function testDatabase(): Database {
  if (ofFile) return ofFile;
  ofRun ??= openDatabase(inject("databaseUrl"), { max: 6, name: "tests" });
  return ofRun;
}

/** Makes the `given…` functions of this test file use another database; null: the run's again. */
export function giveTo(database: Database | null): void {
  ofFile = database;
}

export type GivenAgent = {
  companyId: string;
  id: string;
  name: string;
  profile: "admin" | "supervisor" | "user";
  isSuper: boolean;
  queueIds: string[];
  allTicket: boolean;
  allHistoric: boolean;
  allUserChat: boolean;
};

/** Creates a company with the queues Vendas and Suporte, an admin, Ana (Vendas), Bia (Suporte) and a connection. */
export async function givenCompany(): Promise<{
  companyId: string;
  queue: { id: string };
  support: { id: string };
  connection: { id: string };
  admin: GivenAgent;
  ana: GivenAgent;
  bia: GivenAgent;
}> {
  const companyId = randomUUID();
  const [queue, support, connection] = [{ id: randomUUID() }, { id: randomUUID() }, { id: randomUUID() }];
  await testDatabase().company(companyId, async (tx) => {
    const dueDate = new Date(Date.now() + 30 * 86_400_000);
    await tx.insert(schema.companies).values({ id: companyId, name: `Empresa ${companyId.slice(0, 8)}`, dueDate });
    await claimKey(tx, { companyId, kind: "company", key: companyId, rowId: companyId });
    await tx.insert(schema.queues).values([
      { companyId, id: queue.id, name: "Vendas", color: "#1d7f52" },
      { companyId, id: support.id, name: "Suporte", color: "#2374c4" },
    ]);
    await tx.insert(schema.connections).values({
      companyId,
      id: connection.id,
      name: "Loja",
      isDefault: true,
      status: "CONNECTED",
      firstConnectedAt: new Date(),
    });
    await tx.insert(schema.connectionLeases).values({ companyId, connectionId: connection.id });
    await tx.insert(schema.connectionQueues).values({ companyId, connectionId: connection.id, queueId: queue.id });
  });
  const admin = await givenAgent({ companyId, name: "Marina", profile: "admin" });
  const ana = await givenAgent({ companyId, name: "Ana", queueIds: [queue.id], allTicket: true });
  const bia = await givenAgent({ companyId, name: "Bia", queueIds: [support.id] });
  return { companyId, queue, support, connection, admin, ana, bia };
}

export async function givenAgent(agent: Partial<GivenAgent> & { companyId: string }): Promise<GivenAgent> {
  const given: GivenAgent = {
    id: randomUUID(),
    name: "Agente",
    profile: "user",
    isSuper: false,
    queueIds: [],
    allTicket: false,
    allHistoric: false,
    allUserChat: false,
    ...agent,
  };
  const { queueIds, ...columns } = given;
  const { companyId, id: userId } = given;
  await testDatabase().company(companyId, async (tx) => {
    const email = `${userId}@teste.example`;
    await tx.insert(schema.users).values({ ...columns, email, passwordHash: "" });
    await claimKey(tx, { companyId, kind: "email", key: email, rowId: userId });
    for (const queueId of queueIds) await tx.insert(schema.userQueues).values({ companyId, userId, queueId });
  });
  return given;
}

/** Creates a session of one day; `id` is the hash of its secret, `publicId` the id in the API. */
export async function givenSession(
  { companyId, id: userId }: { companyId: string; id: string },
  device = "Chrome, Linux",
): Promise<{ id: string; publicId: string; device: string }> {
  const named = { id: randomUUID(), publicId: randomUUID(), device };
  const expiresAt = new Date(Date.now() + 86_400_000);
  await testDatabase().company(companyId, async (tx) => {
    await tx.insert(schema.sessions).values({ companyId, userId, expiresAt, ...named });
    await claimKey(tx, { companyId, kind: "session", key: named.id, rowId: userId });
  });
  return named;
}

export async function givenContact(
  contact: { companyId: string } & Partial<typeof schema.contacts.$inferInsert>,
): Promise<{ id: string; number: string }> {
  const given = {
    id: randomUUID(),
    name: "Helena Sampaio",
    number: givenPhoneNumber(),
    ...contact,
  };
  await testDatabase().company(given.companyId, async (tx) => {
    await tx.insert(schema.contacts).values({ ...given, search: searchable(given.name, given.number) });
    if (given.number)
      await tx.insert(schema.contactAddresses).values({
        companyId: given.companyId,
        id: randomUUID(),
        contactId: given.id,
        kind: "phone",
        address: given.number,
        // The result of the domain's phoneMatchKey for the mobile numbers used here.
        matchKey: given.number.replace(/^55(\d\d)9([6-9]\d{7})$/, "55$1$2"),
      });
  });
  return given;
}

/** Creates a ticket, with a new contact unless one is given. */
export async function givenTicket(
  ticket: { companyId: string } & Partial<typeof schema.tickets.$inferInsert>,
): Promise<{ id: string; contactId: string; number: number }> {
  const contactId = ticket.contactId ?? (await givenContact({ companyId: ticket.companyId })).id;
  const given = { id: randomUUID(), number: randomInt(1_000_000_000), ...ticket, contactId };
  await testDatabase().company(given.companyId, (tx) => tx.insert(schema.tickets).values(given));
  return given;
}
