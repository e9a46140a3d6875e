import { sql } from "drizzle-orm";
import {
  boolean,
  check,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import { addressKinds } from "../../contracts/desk/contacts.ts";
import {
  type CampaignSettings,
  type CampaignVariable,
  campaignStatuses,
  recipientStates,
  type SendingWindow,
} from "../../contracts/marketing/campaigns.ts";
import { companyId, createdAt, id, instant, ownedBy, updatedAt } from "./columns.ts";

/** The texts and settings of a campaign as they were at its start. */
export type FrozenCampaign = Omit<CampaignSettings, "variables"> & {
  variables: CampaignVariable[];
  timeZone: string;
  /** The filled variants; `variant` counts from 1. */
  variants: { variant: number; message: string; confirmation: string }[];
};

/** Pacing and custom variables of a company's campaigns. Without a row the usual values apply. */
export const campaignSettings = pgTable(
  "campaign_settings",
  {
    companyId: companyId(),
    settings: jsonb("settings").$type<CampaignSettings>().notNull(),
    updatedAt: updatedAt(),
  },
  (t) => [primaryKey({ columns: [t.companyId] })],
);

/** A message to many people. */
export const campaigns = pgTable(
  "campaigns",
  {
    companyId: companyId(),
    id: id(),
    name: text("name").notNull(),
    status: text("status", { enum: campaignStatuses }).notNull().default("inactive"),
    /** The error code of a campaign that the server cancelled. */
    reason: text("reason"),
    messages: jsonb("messages").$type<string[]>().notNull(),
    confirmationMessages: jsonb("confirmation_messages").$type<string[]>().notNull(),
    confirmation: boolean("confirmation").notNull().default(false),
    /** No foreign keys: a finished campaign outlives its list, tag, queue and file. */
    listId: uuid("list_id"),
    /** The list's name at the start. */
    listName: text("list_name"),
    tagId: uuid("tag_id"),
    replyQueueId: uuid("reply_queue_id"),
    fileId: uuid("file_id"),
    /** The start time. Of an inactive campaign it is a plan, which a user confirms after the dry run. */
    scheduledAt: instant("scheduled_at"),
    /** It was scheduled by HTTP, and no user has confirmed its dry run. */
    needsReview: boolean("needs_review").notNull().default(false),
    startedAt: instant("started_at"),
    completedAt: instant("completed_at"),
    window: jsonb("window").$type<SendingWindow>().notNull(),
    /** Campaign messages per connection and day; null: no limit. */
    dailyLimit: integer("daily_limit"),
    /** Null before the first start. */
    frozen: jsonb("frozen").$type<FrozenCampaign>(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.id] }),
    check("campaigns_status", sql`status in ('inactive', 'scheduled', 'running', 'cancelled', 'finished')`),
    index("campaigns_created").on(t.companyId, t.createdAt.desc(), t.id),
    index("campaigns_list").on(t.companyId, t.listId),
    index("campaigns_scheduled").on(t.scheduledAt).where(sql`status = 'scheduled'`),
    index("campaigns_running").on(t.companyId).where(sql`status = 'running'`),
    index("campaigns_file").on(t.companyId, t.fileId).where(sql`file_id is not null`),
  ],
);

/** A connection of a campaign, and its pace. */
export const campaignConnections = pgTable(
  "campaign_connections",
  {
    companyId: companyId(),
    campaignId: uuid("campaign_id").notNull(),
    /** No foreign key: the report keeps a deleted connection. */
    connectionId: uuid("connection_id").notNull(),
    position: integer("position").notNull(),
    /** Before this moment it takes no recipient. */
    nextSendAt: instant("next_send_at").notNull().default(sql`now()`),
    /** Messages since the last greater interval. */
    sentInRow: integer("sent_in_row").notNull().default(0),
    /** The name of a connection that was deleted, set by a trigger; null: it exists. */
    deletedName: text("deleted_name"),
    /** Whether the recipients of a deleted connection have moved to others. */
    isLeft: boolean("is_left").notNull().default(false),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.campaignId, t.connectionId] }),
    index("campaign_connections_due").on(t.nextSendAt),
    index("campaign_connections_deleted").on(t.companyId).where(sql`deleted_name is not null and not is_left`),
    ownedBy([t.companyId, t.campaignId], campaigns),
  ],
);

/** Campaign messages of a connection on a day in the company's time zone, over all campaigns. */
export const campaignDays = pgTable(
  "campaign_days",
  {
    companyId: companyId(),
    connectionId: uuid("connection_id").notNull(),
    day: date("day").notNull(),
    sent: integer("sent").notNull().default(0),
  },
  (t) => [primaryKey({ columns: [t.companyId, t.connectionId, t.day] })],
);

/** A person of a started campaign: a copy, independent of the list. */
export const campaignRecipients = pgTable(
  "campaign_recipients",
  {
    companyId: companyId(),
    id: id(),
    campaignId: uuid("campaign_id").notNull(),
    /** The order of sending. */
    position: integer("position").notNull(),
    name: text("name").notNull(),
    number: text("number").notNull(),
    email: text("email").notNull().default(""),
    /** searchable(name, number) of the contracts. */
    search: text("search").notNull().default(""),
    kind: text("kind", { enum: addressKinds }).notNull().default("phone"),
    /** See contact_addresses; '' when there is no number. */
    matchKey: text("match_key").notNull(),
    contactId: uuid("contact_id"),
    /** 1 to 5. */
    variant: smallint("variant").notNull(),
    state: text("state", { enum: recipientStates }).notNull().default("waiting"),
    /** An exclusion reason or an error code. */
    reason: text("reason"),
    /** `progressBits` of the contracts. */
    progress: smallint("progress").notNull().default(0),
    /** Counts resends of a failed message; part of the message's id. */
    attempt: smallint("attempt").notNull().default(0),
    /** The connection that took the recipient; set before that where only one connection reaches the person. */
    connectionId: uuid("connection_id"),
    /** The confirmation question and the message. */
    askMessageId: uuid("ask_message_id"),
    messageId: uuid("message_id"),
    askedAt: instant("asked_at"),
    confirmedAt: instant("confirmed_at"),
    sentAt: instant("sent_at"),
    deliveredAt: instant("delivered_at"),
    readAt: instant("read_at"),
    repliedAt: instant("replied_at"),
    /** When it failed or was excluded. */
    endedAt: instant("ended_at"),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.id] }),
    uniqueIndex("campaign_recipients_match")
      .on(t.companyId, t.campaignId, t.kind, t.matchKey)
      .where(sql`reason is null or reason not in ('duplicate', 'noNumber')`),
    index("campaign_recipients_position").on(t.companyId, t.campaignId, t.position),
    // The next recipient of a connection.
    index("campaign_recipients_next")
      .on(t.companyId, t.campaignId, t.state, t.connectionId, t.position)
      .where(sql`state in ('waiting', 'confirmed')`),
    // The counts of the report.
    index("campaign_recipients_counts").on(
      t.companyId,
      t.campaignId,
      t.state,
      t.reason,
      t.progress,
      t.variant,
      t.connectionId,
    ),
    index("campaign_recipients_asked").on(t.askedAt).where(sql`state = 'asked'`),
    index("campaign_recipients_sent").on(t.companyId, t.campaignId, t.sentAt).where(sql`sent_at is not null`),
    // The campaign that a received message answers.
    index("campaign_recipients_contact").on(t.companyId, t.contactId).where(sql`contact_id is not null`),
    index("campaign_recipients_message").on(t.companyId, t.messageId).where(sql`message_id is not null`),
    index("campaign_recipients_question").on(t.companyId, t.askMessageId).where(sql`ask_message_id is not null`),
    ownedBy([t.companyId, t.campaignId], campaigns),
  ],
);

/**
 * How many recipients are alike in everything that a report counts: the sum of `n` over the rows of a group. Triggers
 * append changes and now and then replace the rows of a campaign by their sums: writers never wait for each other.
 * No foreign key, because it would lock the campaign; a trigger deletes the rows with the campaign.
 */
export const campaignCounts = pgTable(
  "campaign_counts",
  {
    companyId: companyId(),
    campaignId: uuid("campaign_id").notNull(),
    id: id(),
    state: text("state", { enum: recipientStates }).notNull(),
    reason: text("reason"),
    progress: smallint("progress").notNull(),
    variant: smallint("variant").notNull(),
    connectionId: uuid("connection_id"),
    n: integer("n").notNull(),
  },
  (t) => [primaryKey({ columns: [t.companyId, t.campaignId, t.id] })],
);
