import { and, eq, or } from "drizzle-orm";
import { uuidv7 } from "uuidv7";
import { schema } from "../../db/index.ts";
import type { AddressKind } from "../../sync/contracts/contacts.ts";
import { searchable } from "../../sync/contracts/tickets.ts";
import type { DeskContext } from "../context.ts";
import { mergeContacts } from "./merge-contacts.ts";
import { phoneMatchKey } from "./phone-number.ts";
import { type ContactRow, lockContact } from "./require-contact.ts";

const { contacts, contactAddresses } = schema;

export type Address = { kind: AddressKind; address: string };
export type Party = { addresses: readonly Address[]; name?: string; isGroup?: boolean };
type KeyedAddress = Address & { matchKey: string };

/** Another transaction may take an address between our look and our insert; each time we look again. */
const MAX_ATTEMPTS = 4;

export function keyed(address: Address): KeyedAddress {
  return { ...address, matchKey: address.kind === "phone" ? phoneMatchKey(address.address) : address.address };
}

/**
 * The contact behind addresses that a channel reported together, locked. Two contacts found to be one are merged; an
 * address seen for the first time is added; a phone is kept as the channel spells it.
 */
export async function findOrCreateContact(ctx: DeskContext, party: Party): Promise<ContactRow> {
  // In one order for everybody, so that two transactions never wait for each other's address.
  const addresses = party.addresses
    .map(keyed)
    .sort((a, b) => compare(a.kind, b.kind) || compare(a.matchKey, b.matchKey));
  if (addresses.length === 0) throw new Error("a contact without any address");
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const known = await knownAddresses(ctx, addresses);
    const contact = known.length > 0 ? await theOneContact(ctx, known) : await tryToCreate(ctx, addresses, party);
    if (contact && (await addAddresses(ctx, contact, addresses, known))) return learn(ctx, contact, addresses, party);
  }
  throw new Error("a contact's addresses kept being taken");
}

const compare = (a: string, b: string): number => (a < b ? -1 : Number(a > b));

type KnownAddress = typeof contactAddresses.$inferSelect;

async function knownAddresses(ctx: DeskContext, addresses: KeyedAddress[]): Promise<KnownAddress[]> {
  const any = addresses.map(({ kind, matchKey }) =>
    and(eq(contactAddresses.kind, kind), eq(contactAddresses.matchKey, matchKey)),
  );
  return ctx.db
    .select()
    .from(contactAddresses)
    .where(and(eq(contactAddresses.companyId, ctx.companyId), or(...any)));
}

async function theOneContact(ctx: DeskContext, known: KnownAddress[]): Promise<ContactRow | undefined> {
  // Locked in one order for everybody.
  const ids = [...new Set(known.map((row) => row.contactId))].sort();
  const found = new Map<string, ContactRow>();
  for (const id of ids) {
    const contact = await lockContact(ctx, id);
    found.set(contact.id, contact);
  }
  const [first, ...others] = [...found.values()];
  if (!first) return undefined;
  let contact = first;
  for (const other of others) contact = await mergeContacts(ctx, contact, other);
  return contact;
}

async function tryToCreate(ctx: DeskContext, addresses: KeyedAddress[], party: Party): Promise<ContactRow | undefined> {
  const number = addresses.find((address) => address.kind === "phone")?.address ?? "";
  const name = party.name?.trim() || number || addresses[0]?.address || "";
  const [contact] = await ctx.db
    .insert(contacts)
    .values({
      companyId: ctx.companyId,
      id: uuidv7(),
      name,
      number,
      isGroup: party.isGroup ?? false,
      search: searchable(name, number),
      createdAt: ctx.now,
      updatedAt: ctx.now,
    })
    .returning();
  if (!contact) throw new Error("an insert answered no row");
  if (await addAddresses(ctx, contact, addresses, [])) return contact;
  await ctx.db.delete(contacts).where(and(eq(contacts.companyId, ctx.companyId), eq(contacts.id, contact.id)));
  return undefined;
}

/** False: another transaction has just taken one of them. The insert waits for it to commit. */
async function addAddresses(
  ctx: DeskContext,
  contact: ContactRow,
  addresses: KeyedAddress[],
  known: KnownAddress[],
): Promise<boolean> {
  const missing = addresses.filter(
    (address) => !known.some((row) => row.kind === address.kind && row.matchKey === address.matchKey),
  );
  if (missing.length === 0) return true;
  const values = missing.map((address) => ({
    ...address,
    companyId: ctx.companyId,
    id: uuidv7(),
    contactId: contact.id,
    createdAt: ctx.now,
  }));
  const added = await ctx.db.insert(contactAddresses).values(values).onConflictDoNothing().returning();
  known.push(...added);
  if (added.length === missing.length) return true;
  // Our own of an earlier attempt are no obstacle.
  const present = await knownAddresses(ctx, missing);
  return present.length === missing.length && present.every((row) => row.contactId === contact.id);
}

/** A better name than digits, a number where there was none, the phone as the channel spells it. */
async function learn(
  ctx: DeskContext,
  contact: ContactRow,
  addresses: KeyedAddress[],
  party: Party,
): Promise<ContactRow> {
  const phone = addresses.find((address) => address.kind === "phone");
  const isSpeltAnew = phone && phone.address !== contact.number && phoneMatchKey(contact.number) === phone.matchKey;
  const number = phone && (contact.number === "" || isSpeltAnew) ? phone.address : contact.number;
  const pushName = party.name?.trim();
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
