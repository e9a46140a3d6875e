import { sql } from "drizzle-orm";
import { boolean, index, integer, pgEnum, pgTable, primaryKey, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { profiles } from "../../contracts/account/permissions.ts";
import { companyId, createdAt, id, instant, ownedBy, updatedAt } from "./columns.ts";
import { queues } from "./queues.ts";

export const userProfile = pgEnum("user_profile", profiles);

export const users = pgTable(
  "users",
  {
    companyId: companyId(),
    id: id(),
    name: text("name").notNull(),
    /** Lower case; unique over all companies by the directory, because sign-in has only the e-mail address. */
    email: text("email").notNull(),
    passwordHash: text("password_hash").notNull(),
    profile: userProfile("profile").notNull().default("user"),
    isSuper: boolean("is_super").notNull().default(false),
    /** May see tickets without a queue. */
    allTicket: boolean("all_ticket").notNull().default(false),
    /** May see a contact's closed tickets of other queues. */
    allHistoric: boolean("all_historic").notNull().default(false),
    /** May list colleagues' open tickets. */
    allUserChat: boolean("all_user_chat").notNull().default(false),
    connectionId: uuid("connection_id"),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.id] }),
    uniqueIndex("users_email").on(t.companyId, t.email),
    index("users_name").on(t.companyId, t.name, t.id),
  ],
);

export const userQueues = pgTable(
  "user_queues",
  { companyId: companyId(), userId: uuid("user_id").notNull(), queueId: uuid("queue_id").notNull() },
  (t) => [
    primaryKey({ columns: [t.companyId, t.userId, t.queueId] }),
    ownedBy([t.companyId, t.userId], users),
    ownedBy([t.companyId, t.queueId], queues),
  ],
);

export const sessions = pgTable(
  "sessions",
  {
    companyId: companyId(),
    /** SHA-256 of the cookie's secret: a stolen table allows no sign-in. */
    id: text("id").notNull(),
    /** The id shown to users and in the API. */
    publicId: uuid("public_id").notNull().defaultRandom(),
    userId: uuid("user_id").notNull(),
    expiresAt: instant("expires_at").notNull(),
    device: text("device").notNull().default(""),
    /** Updated when the session gets a new bearer token. */
    lastSeenAt: instant("last_seen_at").notNull().default(sql`now()`),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.id] }),
    uniqueIndex("sessions_public_id").on(t.companyId, t.publicId),
    index("sessions_user").on(t.companyId, t.userId),
    ownedBy([t.companyId, t.userId], users),
  ],
);

/** Failed sign-ins by account and by address. Platform-wide: an attacker belongs to no company. */
export const signInFailures = pgTable("sign_in_failures", {
  key: text("key").primaryKey(),
  count: integer("count").notNull(),
  firstAt: instant("first_at").notNull(),
});

/** The code that a user was mailed to reset a forgotten password: one per user, so a new one replaces the old one. */
export const passwordResets = pgTable(
  "password_resets",
  {
    companyId: companyId(),
    userId: uuid("user_id").notNull(),
    /** Keyed with SECRET_KEY: a stolen table allows no guesses. */
    codeHash: text("code_hash").notNull(),
    attempts: integer("attempts").notNull().default(0),
    expiresAt: instant("expires_at").notNull(),
    createdAt: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.companyId, t.userId, t.codeHash] }), ownedBy([t.companyId, t.userId], users)],
);

/** The times of the last calls that are limited within an hour, by account and by address. Platform-wide. */
export const recentCalls = pgTable("recent_calls", {
  key: text("key").primaryKey(),
  /** The allowed calls, oldest first. */
  times: instant("times").array().notNull(),
  /** Whether the last call was allowed. */
  isAllowed: boolean("is_allowed").notNull(),
});
