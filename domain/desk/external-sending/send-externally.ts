import { createHash } from "node:crypto";
import { and, eq } from "drizzle-orm";
import { uuidv7 } from "uuidv7";
import { channelAbilities } from "../../../contracts/desk/channel-abilities.ts";
import type { ExternalAnswer } from "../../../contracts/desk/external-sending.ts";
import { DomainError } from "../../../contracts/domain-error.ts";
import { schema } from "../../../db/index.ts";
import type { FileStore } from "../../../outside/file-store/index.ts";
import { requireWorking } from "../../account/companies/index.ts";
import type { DeskContext } from "../../ground/context.ts";
import { isOptedOut } from "../consent/index.ts";
import { channelAddresses, findOrCreateContact, requirePhone } from "../contacts/index.ts";
import { storeSentFile } from "../files/index.ts";
import { contentOfFile, type OutgoingContent, writeOutgoing } from "../outbox/index.ts";
import { findTicketToSend } from "../tickets/index.ts";

const { externalSends, connections } = schema;

export type ExternalFile = { name: string; bytes: Uint8Array; body: string };
export type ExternalSend = {
  connectionId: string;
  number: string;
  body: string;
  files: readonly ExternalFile[];
  /** The message is advertising: a person who opted out does not get it. */
  marketing?: boolean;
  /** The integrator's idempotency key; null: every call is a new message. */
  key: string | null;
};

/**
 * Sends an integrator's message: in the contact's open ticket on the connection, else in its last one, which stays
 * closed; an unknown number becomes a contact. The same key returns the same message and answer, also for
 * simultaneous calls: the second waits on the key's row.
 */
export async function sendExternally(
  ctx: DeskContext,
  store: FileStore,
  wanted: ExternalSend,
): Promise<ExternalAnswer> {
  await requireWorking(ctx);
  await requirePhoneChannel(ctx, wanted.connectionId);
  const number = await requirePhone(ctx, wanted.number);
  requireContent(wanted);
  if (wanted.key === null) return send(ctx, store, wanted, number);
  const known = await claimKey(ctx, wanted.connectionId, wanted.key, hashOf(wanted, number));
  if (known) return known;
  const answer = await send(ctx, store, wanted, number);
  await ctx.db
    .update(externalSends)
    .set({ answer })
    .where(ofKey(ctx, wanted.connectionId, wanted.key));
  return answer;
}

const ofKey = (ctx: DeskContext, connectionId: string, key: string) =>
  and(
    eq(externalSends.companyId, ctx.companyId),
    eq(externalSends.connectionId, connectionId),
    eq(externalSends.key, key),
  );

/** Returns the stored answer of the key; null: the key belongs to this call if its transaction commits. */
async function claimKey(
  ctx: DeskContext,
  connectionId: string,
  key: string,
  contentHash: string,
): Promise<ExternalAnswer | null> {
  const claimed = await ctx.db
    .insert(externalSends)
    .values({ companyId: ctx.companyId, connectionId, key, contentHash, createdAt: ctx.now })
    .onConflictDoNothing()
    .returning({ key: externalSends.key });
  if (claimed.length > 0) return null;
  const [known] = await ctx.db
    .select()
    .from(externalSends)
    .where(ofKey(ctx, connectionId, key));
  if (!known?.answer) throw new Error("a key was taken by what did not send");
  if (known.contentHash !== contentHash) throw new DomainError("ERR_KEY_REUSED");
  return known.answer;
}

async function send(ctx: DeskContext, store: FileStore, wanted: ExternalSend, number: string): Promise<ExternalAnswer> {
  const { connectionId } = wanted;
  const party = { addresses: channelAddresses({ phone: number }), isTyped: true };
  const contact = await findOrCreateContact(ctx, party);
  if (wanted.marketing && (await isOptedOut(ctx, contact.id))) throw new DomainError("ERR_OPTED_OUT");
  const ticket = await findTicketToSend(ctx, { contactId: contact.id, connectionId });
  const messages: ExternalAnswer["messages"] = [];
  for (const content of await contentsOf(ctx, store, wanted)) {
    const { id, mediaType } = await writeOutgoing(ctx, ticket, { connectionId }, content);
    messages.push({ id, mediaType });
  }
  return { messages, ticketId: ticket.id, contactId: contact.id, number: contact.number || number };
}

async function contentsOf(ctx: DeskContext, store: FileStore, wanted: ExternalSend): Promise<OutgoingContent[]> {
  if (wanted.files.length === 0) return [{ id: uuidv7(), body: wanted.body }];
  const contents: OutgoingContent[] = [];
  for (const { body, ...source } of wanted.files) {
    const file = await storeSentFile(ctx, store, { ...source, id: uuidv7() });
    contents.push({ id: uuidv7(), body, ...contentOfFile(file) });
  }
  return contents;
}

function requireContent({ body, files }: ExternalSend): void {
  const empty = files.find(({ bytes }) => bytes.length === 0);
  if (empty) throw new DomainError("ERR_MESSAGE_EMPTY", { name: empty.name });
  if (files.length === 0 && !body.trim()) throw new DomainError("ERR_MESSAGE_EMPTY");
}

/** The token's connection may have been deleted since the look-up; pages have no numbers. */
async function requirePhoneChannel(ctx: DeskContext, id: string): Promise<void> {
  const [connection] = await ctx.db
    .select({ channel: connections.channel })
    .from(connections)
    .where(and(eq(connections.companyId, ctx.companyId), eq(connections.id, id)));
  if (!connection) throw new DomainError("ERR_UNKNOWN_TOKEN");
  if (!channelAbilities[connection.channel].hasNumbers) throw new DomainError("ERR_CHANNEL_WITHOUT_NUMBERS");
}

/** Identifies equal calls: the recipient and the whole content. */
function hashOf({ body, files }: ExternalSend, number: string): string {
  const shown = files.map((file) => [file.name, file.body, createHash("sha256").update(file.bytes).digest("hex")]);
  return createHash("sha256")
    .update(JSON.stringify([number, files.length > 0 ? "" : body, shown]))
    .digest("hex");
}
