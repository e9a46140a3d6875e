import { sql } from "drizzle-orm";
import { check, index, integer, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { mailProblems, mailStates } from "../../contracts/office/mails.ts";
import { companyId, createdAt, id, instant, ownedBy, updatedAt } from "./columns.ts";

/** Mails that people of a company write. The platform's own mails are jobs. */
export const mails = pgTable(
  "mails",
  {
    companyId: companyId(),
    id: id(),
    /** The author. No foreign key: a mail outlives its author. */
    userId: uuid("user_id").notNull(),
    subject: text("subject").notNull(),
    body: text("body").notNull(),
    /** Null: as soon as possible. */
    sendAt: instant("send_at"),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.id] }),
    index("mails_created").on(t.companyId, t.createdAt.desc(), t.id),
  ],
);

/** One mail to one address: docs/decisions/0053. */
export const mailRecipients = pgTable(
  "mail_recipients",
  {
    companyId: companyId(),
    id: id(),
    mailId: uuid("mail_id").notNull(),
    position: integer("position").notNull(),
    address: text("address").notNull(),
    state: text("state", { enum: mailStates }).notNull().default("waiting"),
    /** Why the last attempt did not succeed. */
    problem: text("problem", { enum: mailProblems }),
    /** The server's reply to the last attempt. */
    reply: text("reply"),
    /** Attempts since it was written or sent again. */
    attempts: integer("attempts").notNull().default(0),
    /** The next attempt of a waiting one. */
    dueAt: instant("due_at").notNull(),
    attemptedAt: instant("attempted_at"),
    /** All attempts of the hour before `attemptedAt`, for the limit per hour. */
    attemptTimes: instant("attempt_times").array().notNull().default(sql`'{}'`),
    /** The attempt that may change the row, until `leaseUntil`. */
    leaseId: uuid("lease_id"),
    leaseUntil: instant("lease_until"),
    sentAt: instant("sent_at"),
    /** The message ID of the last attempt, without angle brackets. */
    messageId: text("message_id"),
    updatedAt: updatedAt(),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.id] }),
    check("mail_recipients_state", sql`state in ('waiting', 'sending', 'sent', 'failed', 'unknown', 'cancelled')`),
    index("mail_recipients_mail").on(t.companyId, t.mailId, t.position),
    index("mail_recipients_due").on(t.dueAt).where(sql`state in ('waiting', 'sending')`),
    index("mail_recipients_attempted").on(t.companyId, t.attemptedAt).where(sql`attempted_at is not null`),
    index("mail_recipients_sent").on(t.companyId, t.sentAt.desc()).where(sql`state = 'sent'`),
    ownedBy([t.companyId, t.mailId], mails),
  ],
);
