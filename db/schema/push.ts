import { boolean, index, pgTable, primaryKey, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { companyId, createdAt, id, instant, ownedBy } from "./columns.ts";
import { bytea } from "./connections.ts";
import { sessions, users } from "./users.ts";

/**
 * The key pair that identifies this installation to push services: one per SECRET_KEY, found by its fingerprint.
 * Platform-wide.
 */
export const pushKeys = pgTable("push_keys", {
  id: text("id").primaryKey(),
  publicKey: text("public_key").notNull(),
  /** The private key, encrypted. */
  sealed: bytea("sealed").notNull(),
  createdAt: createdAt(),
});

/** A browser that receives push notifications while it is closed. Deleted with the session that subscribed it. */
export const pushSubscriptions = pgTable(
  "push_subscriptions",
  {
    companyId: companyId(),
    id: id(),
    sessionId: text("session_id").notNull(),
    userId: uuid("user_id").notNull(),
    endpoint: text("endpoint").notNull(),
    p256dh: text("p256dh").notNull(),
    auth: text("auth").notNull(),
    /** The switch of this device. */
    isEnabled: boolean("is_enabled").notNull().default(true),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.id] }),
    uniqueIndex("push_subscriptions_endpoint").on(t.companyId, t.endpoint),
    index("push_subscriptions_session").on(t.companyId, t.sessionId),
    ownedBy([t.companyId, t.sessionId], sessions),
  ],
);

/** A user's notification settings, for all devices. */
export const pushSettings = pgTable(
  "push_settings",
  {
    companyId: companyId(),
    userId: uuid("user_id").notNull(),
    /** Messages of the user's own tickets, and of pending tickets. */
    mine: boolean("mine").notNull().default(true),
    waiting: boolean("waiting").notNull().default(true),
    /** Show the message's text, or only the sender. */
    preview: boolean("preview").notNull().default(true),
  },
  (t) => [primaryKey({ columns: [t.companyId, t.userId] }), ownedBy([t.companyId, t.userId], users)],
);

/** The devices already notified of a message: written before sending, so that no other worker notifies again. */
export const pushSends = pgTable(
  "push_sends",
  {
    companyId: companyId(),
    messageId: uuid("message_id").notNull(),
    subscriptionId: uuid("subscription_id").notNull(),
    takenAt: instant("taken_at").notNull(),
    sentAt: instant("sent_at"),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.messageId, t.subscriptionId] }),
    index("push_sends_taken").on(t.companyId, t.takenAt),
    ownedBy([t.companyId, t.subscriptionId], pushSubscriptions),
  ],
);
