import { and, asc, between, eq, isNull, type SQL } from "drizzle-orm";
import type { ChannelName } from "../../../../contracts/channels.ts";
import { channelAbilities } from "../../../../contracts/desk/channel-abilities.ts";
import { DomainError } from "../../../../contracts/domain-error.ts";
import { inParallel, type ParamBuilder, prepareOnce, schema } from "../../../../db/index.ts";
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
type CampaignConnection = { campaignId: string; connectionId: string };
/** The first recipients of a connection: confirmed, waiting for it, and waiting for any connection of its channel. */
export type Candidates = Record<"confirmed" | "assigned" | "free", RecipientRow | undefined>;

/** Reads the recipients that may be next, unlocked, in one round trip. */
export async function nextCandidates(
  { db, companyId }: DeskContext,
  { campaignId, connectionId }: CampaignConnection,
): Promise<Candidates> {
  const values = { companyId, campaignId, connectionId };
  const [[confirmed], [assigned], [free]] = await inParallel([
    firstOwn(db, { ...values, state: "confirmed" }),
    firstOwn(db, { ...values, state: "waiting" }),
    firstFree(db, { companyId, campaignId }),
  ]);
  return { confirmed, assigned, free };
}

/**
 * Returns the next recipient of a connection: a confirmed one, else the first waiting one that is its own or that any
 * connection of its channel reaches.
 */
export function nextOf(
  { confirmed, assigned, free: ofAny }: Candidates,
  { channel }: { channel: ChannelName },
): RecipientRow | undefined {
  const free = channelAbilities[channel].hasNumbers ? ofAny : undefined;
  if (confirmed || !assigned || !free) return confirmed ?? assigned ?? free;
  return assigned.position < free.position ? assigned : free;
}

const first = (db: DeskContext["db"], param: ParamBuilder, ...of: SQL[]) =>
  db
    .select()
    .from(campaignRecipients)
    .where(
      and(
        eq(campaignRecipients.companyId, param("companyId")),
        eq(campaignRecipients.campaignId, param("campaignId")),
        ...of,
      ),
    )
    // An order that only `campaign_recipients_next` has: the planner would walk past all recipients that are sent.
    .orderBy(asc(campaignRecipients.connectionId), asc(campaignRecipients.position))
    .limit(1);

const firstOwn = prepareOnce((db, param) => {
  // A range keeps the order by connection; an equality would drop it.
  const own = between(campaignRecipients.connectionId, param("connectionId"), param("connectionId"));
  return first(db, param, eq(campaignRecipients.state, param("state")), own);
});
const firstFree = prepareOnce((db, param) =>
  first(db, param, eq(campaignRecipients.state, "waiting"), isNull(campaignRecipients.connectionId)),
);

/** Returns the locked recipient if it is still as it was read; else undefined. */
export async function lockRecipient(
  { db, companyId }: DeskContext,
  { id, state, attempt }: RecipientRow,
): Promise<RecipientRow | undefined> {
  const [recipient] = await lockRead(db, { companyId, id, state, attempt });
  return recipient;
}

const lockRead = prepareOnce((db, param) =>
  db
    .select()
    .from(campaignRecipients)
    .where(
      and(
        eq(campaignRecipients.companyId, param("companyId")),
        eq(campaignRecipients.id, param("id")),
        eq(campaignRecipients.state, param("state")),
        eq(campaignRecipients.attempt, param("attempt")),
      ),
    )
    .for("no key update"),
);

/**
 * Returns the recipient's contact, locked. Instead of it: why there is none to write to. Null: a person of a list who has
 * no contact yet.
 */
export async function lockKnownPerson(
  ctx: DeskContext,
  recipient: RecipientRow,
): Promise<ContactRow | "deleted" | "optedOut" | null> {
  if (recipient.contactId)
    return lockContact(ctx, recipient.contactId).catch((error) => {
      if (error instanceof DomainError && error.code === "ERR_NO_CONTACT_FOUND") return "deleted";
      throw error;
    });
  const [known, isOptedOut] = await inParallel([
    findSettledContact(ctx, partyOf(recipient)),
    isAddressOptedOut(ctx, recipient),
  ]);
  // A person who opted out and whose contact was deleted does not become a contact again.
  return known ?? (isOptedOut ? "optedOut" : null);
}

/** Makes a person of a list a contact, locked; one that exists meanwhile keeps its name. */
export async function createPerson(ctx: DeskContext, recipient: RecipientRow): Promise<ContactRow> {
  const contact = await findOrCreateContact(ctx, partyOf(recipient), null);
  const { email } = recipient;
  // A contact that is created here takes the list's e-mail address.
  return email === "" || contact.email !== "" ? contact : saveContact(ctx, contact, { email });
}

const partyOf = ({ kind, number, name }: RecipientRow) => ({
  addresses: [{ kind, address: number }],
  name,
  isTyped: true,
});
