import { and, asc, between, eq, isNull, type SQL } from "drizzle-orm";
import type { ChannelName } from "../../../../contracts/channels.ts";
import { channelAbilities } from "../../../../contracts/desk/channel-abilities.ts";
import { DomainError } from "../../../../contracts/domain-error.ts";
import type { RecipientState } from "../../../../contracts/marketing/campaigns.ts";
import { inParallel, schema } from "../../../../db/index.ts";
import { isAddressOptedOut } from "../../../desk/consent/index.ts";
import {
  type ContactRow,
  findOrCreateContact,
  findSettledContact,
  lockContact,
  saveContact,
} from "../../../desk/contacts/index.ts";
import type { DeskContext } from "../../../ground/context.ts";

const { campaignRecipients } = schema;

export type RecipientRow = typeof campaignRecipients.$inferSelect;
type CampaignConnection = { campaignId: string; connection: { id: string; channel: ChannelName } };

/**
 * Returns the next recipient of a connection, unlocked: a confirmed one, else the first waiting one that is its own or
 * that any connection of its channel reaches.
 */
export async function nextRecipient(
  ctx: DeskContext,
  { campaignId, connection }: CampaignConnection,
): Promise<RecipientRow | undefined> {
  const first = (state: RecipientState, of: SQL) =>
    ctx.db
      .select()
      .from(campaignRecipients)
      .where(
        and(
          eq(campaignRecipients.companyId, ctx.companyId),
          eq(campaignRecipients.campaignId, campaignId),
          eq(campaignRecipients.state, state),
          of,
        ),
      )
      // An order that only `campaign_recipients_next` has: the planner would walk past all recipients that are sent.
      .orderBy(asc(campaignRecipients.connectionId), asc(campaignRecipients.position))
      .limit(1);
  // A range keeps the order by connection; an equality would drop it.
  const own = between(campaignRecipients.connectionId, connection.id, connection.id);
  const [[confirmed], [assigned], [free]] = await inParallel([
    first("confirmed", own),
    first("waiting", own),
    channelAbilities[connection.channel].hasNumbers ? first("waiting", isNull(campaignRecipients.connectionId)) : [],
  ]);
  if (confirmed || !assigned || !free) return confirmed ?? assigned ?? free;
  return assigned.position < free.position ? assigned : free;
}

/** Returns the locked recipient if its state is still the one that was read; else undefined. */
export async function lockRecipient(ctx: DeskContext, { id, state }: RecipientRow): Promise<RecipientRow | undefined> {
  const [recipient] = await ctx.db
    .select()
    .from(campaignRecipients)
    .where(
      and(
        eq(campaignRecipients.companyId, ctx.companyId),
        eq(campaignRecipients.id, id),
        eq(campaignRecipients.state, state),
      ),
    )
    .for("no key update");
  return recipient;
}

/**
 * Returns the recipient's contact, locked. A person of a list becomes a contact now; a known contact keeps its name.
 * Instead of the contact: why there is none.
 */
export async function lockPerson(
  ctx: DeskContext,
  recipient: RecipientRow,
): Promise<ContactRow | "deleted" | "optedOut"> {
  if (recipient.contactId)
    return lockContact(ctx, recipient.contactId).catch((error) => {
      if (error instanceof DomainError && error.code === "ERR_NO_CONTACT_FOUND") return "deleted";
      throw error;
    });
  const party = {
    addresses: [{ kind: recipient.kind, address: recipient.number }],
    name: recipient.name,
    isTyped: true,
  };
  const known = await findSettledContact(ctx, party);
  if (known) return known;
  // A person who opted out and whose contact was deleted does not become a contact again.
  if (await isAddressOptedOut(ctx, recipient)) return "optedOut";
  return withEmail(ctx, await findOrCreateContact(ctx, party), recipient.email);
}

/** A contact that is created here takes the list's e-mail address. */
async function withEmail(ctx: DeskContext, contact: ContactRow, email: string): Promise<ContactRow> {
  if (email === "" || contact.email !== "") return contact;
  return saveContact(ctx, contact, { email });
}
