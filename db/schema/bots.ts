import { sql } from "drizzle-orm";
import { index, integer, jsonb, pgTable, primaryKey, smallint, text, uuid } from "drizzle-orm/pg-core";
import { companyId, createdAt, id, instant, ownedBy, updatedAt } from "./columns.ts";
import { tickets } from "./tickets.ts";

/** The bot's state in a ticket. */
export const botStages = [
  /** No question was asked yet. */
  "new",
  /** The contact chooses a queue. */
  "queues",
  /** The queue is known; its greeting is postponed because the contact wrote outside its business hours. */
  "entering",
  /** The contact chooses in the queue's menu, below `optionId`. */
  "options",
  /** The queue's Typebot flow answers. */
  "typebot",
  /** The bot has finished; agents answer. The contact may still ask for the menu. */
  "done",
  /** A person has answered, here or on the phone: the bot stays silent. */
  "off",
] as const;

/** The bot's memory of a ticket between two messages. */
export const ticketBots = pgTable(
  "ticket_bots",
  {
    companyId: companyId(),
    ticketId: uuid("ticket_id").notNull(),
    stage: text("stage", { enum: botStages }).notNull().default("new"),
    /** The menu option that the contact is at; null: the first level. */
    optionId: uuid("option_id"),
    /** Consecutive answers that matched no option. */
    wrongAnswers: smallint("wrong_answers").notNull().default(0),
    /** When the contact last received the out-of-hours message. */
    outOfHoursAt: instant("out_of_hours_at"),
    /** When the contact was asked for a rating that is still open, and about which user. */
    ratingAskedAt: instant("rating_asked_at"),
    ratingUserId: uuid("rating_user_id"),
    /** Rotation: who is offered the ticket now, since when, and who had it earlier in this round. */
    offeredAt: instant("offered_at"),
    offeredTo: uuid("offered_to").array().notNull().default(sql`'{}'`),
    /** The flow's session id; null before its first answer. */
    flowSession: text("flow_session"),
    /** Increases with each restart of the flow's conversation. */
    flowRound: integer("flow_round").notNull().default(0),
    /** When the contact or the flow last wrote. */
    flowAt: instant("flow_at"),
    /** The numbered choices that the flow offers; null: it expects free text. */
    flowChoices: jsonb("flow_choices").$type<string[]>(),
    updatedAt: updatedAt(),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.ticketId] }),
    index("ticket_bots_rating").on(t.companyId, t.ratingAskedAt).where(sql`rating_asked_at is not null`),
    ownedBy([t.companyId, t.ticketId], tickets),
  ],
);

/** Inputs for the flow, ordered by id: the start of a conversation, then what the contact wrote. */
export const flowTurns = pgTable(
  "flow_turns",
  {
    companyId: companyId(),
    id: id(),
    ticketId: uuid("ticket_id").notNull(),
    round: integer("round").notNull(),
    /** Null: start the conversation. */
    input: text("input"),
    tries: integer("tries").notNull().default(0),
    /** A worker has claimed this turn until then. */
    claimedUntil: instant("claimed_until"),
    doneAt: instant("done_at"),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.id] }),
    index("flow_turns_ticket").on(t.companyId, t.ticketId, t.round, t.id),
    index("flow_turns_open").on(t.companyId, t.claimedUntil).where(sql`done_at is null`),
    ownedBy([t.companyId, t.ticketId], tickets),
  ],
);
