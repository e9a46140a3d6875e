import { sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  customType,
  index,
  integer,
  jsonb,
  pgEnum,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import { channels } from "../../contracts/channels.ts";
import { connectionStatuses } from "../../contracts/desk/connections.ts";
import { companyId, createdAt, id, instant, ownedBy, updatedAt } from "./columns.ts";
import { queues } from "./queues.ts";

export const channel = pgEnum("channel", channels);
export const connectionStatus = pgEnum("connection_status", connectionStatuses);
export const bytea = customType<{ data: Buffer; driverData: Buffer }>({ dataType: () => "bytea" });

/** One number or page on a channel. */
export const connections = pgTable(
  "connections",
  {
    companyId: companyId(),
    id: id(),
    name: text("name").notNull(),
    channel: channel("channel").notNull().default("whatsapp"),
    status: connectionStatus("status").notNull().default("DISCONNECTED"),
    /** The error code of the failure; null while nothing is wrong. */
    reason: text("reason"),
    number: text("number").notNull().default(""),
    isDefault: boolean("is_default").notNull().default(false),
    qrcode: text("qrcode").notNull().default(""),
    /** The code to enter on the phone instead of scanning; empty while none is offered. */
    pairingCode: text("pairing_code").notNull().default(""),
    retries: integer("retries").notNull().default(0),
    greetingMessage: text("greeting_message").notNull().default(""),
    completionMessage: text("completion_message").notNull().default(""),
    outOfHoursMessage: text("out_of_hours_message").notNull().default(""),
    ratingMessage: text("rating_message").notNull().default(""),
    /** SHA-256 of the token for external sending, hex; null: no token. The token itself is stored nowhere. */
    tokenHash: text("token_hash"),
    provider: text("provider").notNull().default("beta"),
    redirectAfterMinutes: integer("redirect_after_minutes").notNull().default(0),
    redirectQueueId: uuid("redirect_queue_id"),
    /** How many days of the phone's earlier conversations are imported. */
    historyDays: integer("history_days").notNull().default(7),
    /** Since when status and reason have their current values. */
    stateSince: instant("state_since").notNull().default(sql`now()`),
    /** When it was CONNECTED for the first time; null: never. A new link keeps it. */
    firstConnectedAt: instant("first_connected_at"),
    /** Until then the channel refuses messages to people who never wrote; null: no restriction. */
    firstContactsAfter: instant("first_contacts_after"),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.id] }),
    uniqueIndex("connections_name").on(t.companyId, t.name),
    uniqueIndex("connections_default").on(t.companyId).where(sql`is_default`),
    uniqueIndex("connections_token_hash").on(t.companyId, t.tokenHash),
  ],
);

export const connectionQueues = pgTable(
  "connection_queues",
  { companyId: companyId(), connectionId: uuid("connection_id").notNull(), queueId: uuid("queue_id").notNull() },
  (t) => [
    primaryKey({ columns: [t.companyId, t.connectionId, t.queueId] }),
    ownedBy([t.companyId, t.connectionId], connections),
    ownedBy([t.companyId, t.queueId], queues),
  ],
);

/** The desired state of a connection, and its owner. `epoch` fences every write of a former owner. */
export const connectionLeases = pgTable(
  "connection_leases",
  {
    companyId: companyId(),
    connectionId: uuid("connection_id").notNull(),
    /** `up`: keep it connected. `down`: keep it disconnected. */
    desired: text("desired", { enum: ["up", "down"] })
      .notNull()
      .default("down"),
    /** Incremented by each request of a user (retry, new QR code): the owner restarts the session. */
    request: integer("request").notNull().default(0),
    owner: text("owner"),
    leaseUntil: instant("lease_until"),
    /** When the previous owner last renewed, if it stopped renewing without releasing the lease. */
    lapsedAt: instant("lapsed_at"),
    epoch: bigint("epoch", { mode: "number" }).notNull().default(0),
    retryAt: instant("retry_at"),
    /** The phone number to link by pairing code; empty: link by QR code. */
    pairingNumber: text("pairing_number").notNull().default(""),
  },
  (t) => [primaryKey({ columns: [t.companyId, t.connectionId] }), ownedBy([t.companyId, t.connectionId], connections)],
);

/** Each period in which a connection was down, and how many messages arrived after it. */
export const connectionOutages = pgTable(
  "connection_outages",
  {
    companyId: companyId(),
    id: id(),
    connectionId: uuid("connection_id").notNull(),
    reason: text("reason"),
    since: instant("since").notNull(),
    until: instant("until"),
    messagesAfter: integer("messages_after").notNull().default(0),
  },
  (t) => [primaryKey({ columns: [t.companyId, t.id] }), ownedBy([t.companyId, t.connectionId], connections)],
);

/** The WhatsApp identity of a connection, encrypted with SECRET_KEY. */
export const channelCredentials = pgTable(
  "channel_credentials",
  {
    companyId: companyId(),
    connectionId: uuid("connection_id").notNull(),
    data: bytea("data").notNull(),
    updatedAt: updatedAt(),
  },
  (t) => [primaryKey({ columns: [t.companyId, t.connectionId] }), ownedBy([t.companyId, t.connectionId], connections)],
);

/** Signal keys and sessions, encrypted with SECRET_KEY. The type is text: a new type needs no migration. */
export const channelKeys = pgTable(
  "channel_keys",
  {
    companyId: companyId(),
    connectionId: uuid("connection_id").notNull(),
    type: text("type").notNull(),
    id: text("id").notNull(),
    data: bytea("data").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.connectionId, t.type, t.id] }),
    ownedBy([t.companyId, t.connectionId], connections),
  ],
);

/** Decrypted stanzas, stored before the channel gets the acknowledgement. */
export const inbox = pgTable(
  "inbox",
  {
    companyId: companyId(),
    connectionId: uuid("connection_id").notNull(),
    providerId: text("provider_id").notNull(),
    part: integer("part").notNull(),
    epoch: bigint("epoch", { mode: "number" }).notNull(),
    seq: bigint("seq", { mode: "number" }).notNull(),
    attrs: jsonb("attrs").$type<Record<string, string>>().notNull(),
    plaintext: bytea("plaintext").notNull(),
    createdAt: createdAt(),
    doneAt: instant("done_at"),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.connectionId, t.providerId, t.part] }),
    index("inbox_pending").on(t.companyId, t.connectionId, t.epoch, t.seq).where(sql`done_at is null`),
    ownedBy([t.companyId, t.connectionId], connections),
  ],
);

/** The encoded message as sent, kept for 14 days: a phone that could not decrypt it requests it again. */
export const sentPayloads = pgTable(
  "sent_payloads",
  {
    companyId: companyId(),
    connectionId: uuid("connection_id").notNull(),
    providerId: text("provider_id").notNull(),
    data: bytea("data").notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.connectionId, t.providerId] }),
    ownedBy([t.companyId, t.connectionId], connections),
  ],
);
