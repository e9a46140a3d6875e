import { sql } from "drizzle-orm";
import { boolean, check, index, integer, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { scheduleStatuses } from "../../contracts/desk/schedules.ts";
import { companyId, createdAt, id, instant, ownedBy, updatedAt } from "./columns.ts";
import { contacts } from "./contacts.ts";

/** Messages that are sent automatically at a given time. */
export const schedules = pgTable(
  "schedules",
  {
    companyId: companyId(),
    id: id(),
    body: text("body").notNull(),
    contactId: uuid("contact_id").notNull(),
    /** The author. No foreign key: messages of a deleted user are still sent. */
    userId: uuid("user_id").notNull(),
    fileId: uuid("file_id"),
    /** Is not sent to a contact that opted out of marketing. */
    isMarketing: boolean("is_marketing").notNull().default(false),
    sendAt: instant("send_at").notNull(),
    sentAt: instant("sent_at"),
    status: text("status", { enum: scheduleStatuses }).notNull().default("pending"),
    /** The error code when sending failed. */
    errorCode: text("error_code"),
    /** The last editor: edits of the same user do not conflict. */
    updatedBy: uuid("updated_by"),
    /** Increments when a schedule is corrected whose message the channel refused. */
    attempt: integer("attempt").notNull().default(0),
    /** The id of the message to send: `messageIdOf`, computed by the database. */
    messageId: uuid("message_id").generatedAlwaysAs(sql`scheduled_message_id(id, attempt)`),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.id] }),
    check("schedules_status", sql`status in ('pending', 'sent', 'failed')`),
    index("schedules_send_at").on(t.companyId, t.sendAt, t.id),
    index("schedules_due").on(t.sendAt).where(sql`status = 'pending'`),
    index("schedules_contact").on(t.companyId, t.contactId),
    index("schedules_message").on(t.companyId, t.messageId),
    index("schedules_file").on(t.companyId, t.fileId).where(sql`file_id is not null`),
    ownedBy([t.companyId, t.contactId], contacts),
  ],
);
