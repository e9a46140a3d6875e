import { index, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { consentSources, consentStates } from "../../contracts/desk/consent.ts";
import { addressKinds } from "../../contracts/desk/contacts.ts";
import { companyId, createdAt, id, instant } from "./columns.ts";

/**
 * The addresses of people who opted out of marketing. By address, without a foreign key: an opt-out outlives the
 * deletion of the contact and follows a merge.
 */
export const optOuts = pgTable(
  "opt_outs",
  {
    companyId: companyId(),
    kind: text("kind", { enum: addressKinds }).notNull(),
    matchKey: text("match_key").notNull(),
    since: instant("since").notNull(),
  },
  (t) => [primaryKey({ columns: [t.companyId, t.kind, t.matchKey] })],
);

/** The consent ledger: each change of consent, append-only. No foreign keys: entries outlive what they name. */
export const consentChanges = pgTable(
  "consent_changes",
  {
    companyId: companyId(),
    id: id(),
    contactId: uuid("contact_id").notNull(),
    /** The number or channel id at the time, as evidence. */
    address: text("address").notNull().default(""),
    state: text("state", { enum: consentStates }).notNull(),
    source: text("source", { enum: consentSources }).notNull(),
    /** The person's message. */
    wording: text("wording").notNull().default(""),
    reason: text("reason").notNull().default(""),
    userId: uuid("user_id"),
    userName: text("user_name"),
    messageId: uuid("message_id"),
    campaignId: uuid("campaign_id"),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.id] }),
    index("consent_changes_contact").on(t.companyId, t.contactId, t.createdAt),
  ],
);
