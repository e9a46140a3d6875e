import { and, eq, or, type SQL, sql } from "drizzle-orm";
import { uuidv7 } from "uuidv7";
import { MAX_NAME } from "../../../contracts/desk/messages.ts";
import { phoneMatchKey } from "../../../contracts/phones.ts";
import { searchable } from "../../../contracts/search-text.ts";
import { cutBetweenSigns, strangerName } from "../../../contracts/texts/stranger-text.ts";
import { inParallel, type ParamBuilder, prepareOnce, prepareOnceFor, schema } from "../../../db/index.ts";
import type { DeskContext } from "../../ground/context.ts";
import { type Address, addressKey } from "./addresses.ts";
import { mergeContacts } from "./merge-contacts.ts";
import { type ContactRow, lockContacts } from "./require-contact.ts";

const { contacts, contactAddresses } = schema;

/** `isTyped`: a user or an integrator entered the addresses; they never replace the channel's spelling. */
export type Party = { addresses: readonly Address[]; name?: string; isGroup?: boolean; isTyped?: boolean };

const personKinds = ["lid", "phone", "facebook", "instagram"] as const;

/**
 * Returns a person's addresses on a channel: `lid` is the digits of the LID user, `phone` the digits with country
 * code.
 */
export function channelAddresses(party: { [K in (typeof personKinds)[number]]?: string }): Address[] {
  return personKinds.flatMap((kind) => {
    const address = party[kind];
    return address ? [{ kind, address }] : [];
  });
}
type KeyedAddress = Address & { matchKey: string };

/** Another transaction may take an address between the look-up and the insert; each attempt looks up again. */
const MAX_ATTEMPTS = 5;

export function keyed(address: Address): KeyedAddress {
  return { ...address, matchKey: addressKey(address) };
}

/**
 * Returns the locked contact behind addresses that a channel reported together. Two contacts found to be the same
 * person are merged, new addresses are added, and a phone number is stored as the channel spells it.
 */
export async function findOrCreateContact(
  ctx: DeskContext,
  party: Party,
  known?: ContactRow | null,
): Promise<ContactRow> {
  const addresses = keyedAddresses(party);
  const settled = known === undefined ? await settledContact(ctx, addresses) : known;
  if (settled) return learn(ctx, settled, addresses, party);
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const contact = await inSavepoint(ctx, (inner) => connect(inner, addresses, party));
    if (contact) return learn(ctx, contact, addresses, party);
  }
  throw new Error("a contact's addresses kept being taken");
}

/**
 * The common case in one statement: every address is known and all lead to one contact, which is locked. Changes
 * nothing, so a caller may ask before it knows whether it needs a contact, and pass the result on.
 */
export async function findSettledContact(ctx: DeskContext, party: Party): Promise<ContactRow | null> {
  return (await settledContact(ctx, keyedAddresses(party))) ?? null;
}

/** In a fixed order, so that two transactions never deadlock on addresses. */
function keyedAddresses(party: Party): KeyedAddress[] {
  if (party.addresses.length === 0) throw new Error("a contact without any address");
  return party.addresses.map(keyed).sort((a, b) => compare(a.kind, b.kind) || compare(a.matchKey, b.matchKey));
}

const compare = (a: string, b: string): number => (a < b ? -1 : Number(a > b));

class AddressTaken extends Error {}

/** Undefined: another transaction was first. Its rows are waited for, and every lock taken here is released. */
async function inSavepoint<T>(ctx: DeskContext, work: (inner: DeskContext) => Promise<T>): Promise<T | undefined> {
  try {
    return await ctx.db.transaction((db) => work({ ...ctx, db: db as unknown as DeskContext["db"] }));
  } catch (error) {
    if (error instanceof AddressTaken) return undefined;
    throw error;
  }
}

async function settledContact(ctx: DeskContext, addresses: KeyedAddress[]): Promise<ContactRow | undefined> {
  const [contact] = await settledBehind(addresses.length)(ctx.db, {
    companyId: ctx.companyId,
    ...valuesOf(addresses),
  });
  return contact?.mergedIntoId ? undefined : contact;
}

const settledBehind = prepareOnceFor((count: number) => (db, param) => {
  const isIt = and(eq(contacts.companyId, param("companyId")), eq(contacts.id, contactBehind(count, param)));
  return db.select().from(contacts).where(isIt).for("no key update");
});

/** The addresses of a party for a statement with `contactBehind`: how many, and the values of its parameters. */
export type PartyKey = { count: number; values: Record<string, string> };

export function partyKey(party: Party): PartyKey {
  const addresses = keyedAddresses(party);
  return { count: addresses.length, values: valuesOf(addresses) };
}

const valuesOf = (addresses: readonly KeyedAddress[]): Record<string, string> =>
  Object.fromEntries(
    addresses.flatMap(({ kind, matchKey }, at) => [
      [`kind ${at}`, kind],
      [`key ${at}`, matchKey],
    ]),
  );

/** Selects the id of the one contact of `companyId` that this number of addresses all lead to, in a prepared query. */
export function contactBehind(count: number, param: ParamBuilder): SQL {
  const any = Array.from({ length: count }, (_, at) =>
    and(eq(contactAddresses.kind, param(`kind ${at}`)), eq(contactAddresses.matchKey, param(`key ${at}`))),
  );
  return sql`(select (array_agg(${contactAddresses.contactId}))[1] from ${contactAddresses}
    where ${and(eq(contactAddresses.companyId, param("companyId")), or(...any))}
    having count(*) = ${count} and count(distinct ${contactAddresses.contactId}) = 1)`;
}

/** Selects the same id and locks the contact: every transaction locks a contact before its tickets. */
export function lockedContactBehind(count: number, param: ParamBuilder): SQL {
  return sql`(select ${contacts.id} from ${contacts}
    where ${contacts.companyId} = ${param("companyId")} and ${contacts.id} = ${contactBehind(count, param)}
    for no key update)`;
}

/** Creates or updates one contact from known and new addresses. */
async function connect(ctx: DeskContext, addresses: KeyedAddress[], party: Party): Promise<ContactRow> {
  const known = await ctx.db.select().from(contactAddresses).where(anyOf(ctx, addresses));
  const ids = new Set(known.map((row) => row.contactId));
  const isKnown = (address: KeyedAddress) =>
    known.some((row) => row.kind === address.kind && row.matchKey === address.matchKey);
  const [first, ...others] = await lockContacts(ctx, [...ids]);
  if (!first) return createContact(ctx, addresses, party);
  let contact = first;
  for (const other of others) contact = await mergeContacts(ctx, contact, other);
  await addAddresses(
    ctx,
    contact.id,
    addresses.filter((address) => !isKnown(address)),
    known[0]?.id ?? null,
  );
  return contact;
}

function anyOf(ctx: DeskContext, addresses: KeyedAddress[]) {
  const any = addresses.map(({ kind, matchKey }) =>
    and(eq(contactAddresses.kind, kind), eq(contactAddresses.matchKey, matchKey)),
  );
  return and(eq(contactAddresses.companyId, ctx.companyId), or(...any));
}

async function createContact(ctx: DeskContext, addresses: KeyedAddress[], party: Party): Promise<ContactRow> {
  const id = uuidv7();
  const [contact] = await inParallel([
    insertContact(ctx, id, addresses, party),
    addAddresses(ctx, id, addresses, null),
  ]);
  return contact;
}

async function insertContact(
  ctx: DeskContext,
  id: string,
  addresses: KeyedAddress[],
  party: Party,
): Promise<ContactRow> {
  const number = addresses.find((address) => address.kind === "phone")?.address ?? "";
  const name = nameOf(party) || number || addresses[0]?.address || "";
  const [contact] = await insertRow(ctx.db, {
    companyId: ctx.companyId,
    id,
    name,
    number,
    isGroup: party.isGroup ?? false,
    search: searchable(name, number),
    now: ctx.now,
  });
  if (!contact) throw new Error("an insert answered no row");
  return contact;
}

const insertRow = prepareOnce((db, param) => {
  const given = ["companyId", "id", "name", "number", "isGroup", "search"].map((name) => [name, param(name)]);
  const times = { createdAt: param("now"), updatedAt: param("now") };
  const row = { ...Object.fromEntries(given), ...times } as unknown as typeof contacts.$inferInsert;
  return db.insert(contacts).values(row).returning();
});

async function addAddresses(
  ctx: DeskContext,
  contactId: string,
  missing: KeyedAddress[],
  reportedWithId: string | null,
): Promise<void> {
  if (missing.length === 0) return;
  const { companyId, now } = ctx;
  const common = { companyId, contactId, reportedWithId, createdAt: now };
  const values = missing.map((address) => ({ ...common, ...address, id: uuidv7() }));
  const added = await ctx.db.insert(contactAddresses).values(values).onConflictDoNothing().returning();
  if (added.length < missing.length) throw new AddressTaken();
}

/** The name that people set in the channel themselves. */
const nameOf = ({ name }: Party) => name && cutBetweenSigns(strangerName(name), MAX_NAME);

/** Adds a name in place of digits, a missing number, and the channel's spelling of the phone number. */
async function learn(
  ctx: DeskContext,
  contact: ContactRow,
  addresses: KeyedAddress[],
  party: Party,
): Promise<ContactRow> {
  const phone = addresses.find((address) => address.kind === "phone");
  const isSpeltAnew =
    !party.isTyped && phone && phone.address !== contact.number && phoneMatchKey(contact.number) === phone.matchKey;
  const number = phone && (contact.number === "" || isSpeltAnew) ? phone.address : contact.number;
  const pushName = nameOf(party);
  const isUnnamed = /^\d*$/.test(contact.name) || contact.name === contact.number;
  const name = pushName && (isUnnamed || contact.isGroup) ? pushName : isUnnamed && number ? number : contact.name;
  if (phone && isSpeltAnew) {
    await ctx.db
      .update(contactAddresses)
      .set({ address: phone.address })
      .where(
        and(
          eq(contactAddresses.companyId, ctx.companyId),
          eq(contactAddresses.kind, "phone"),
          eq(contactAddresses.matchKey, phone.matchKey),
        ),
      );
  }
  if (name === contact.name && number === contact.number) return contact;
  const [learnt] = await ctx.db
    .update(contacts)
    .set({ name, number, search: searchable(name, number, contact.email), updatedAt: ctx.now })
    .where(and(eq(contacts.companyId, ctx.companyId), eq(contacts.id, contact.id)))
    .returning();
  return learnt ?? contact;
}
