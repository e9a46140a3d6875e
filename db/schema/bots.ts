import { sql } from "drizzle-orm";
import { foreignKey, index, integer, jsonb, pgTable, primaryKey, smallint, text, uuid } from "drizzle-orm/pg-core";
import { companyId, createdAt, id, instant, updatedAt } from "./columns.ts";
import { tickets } from "./tickets.ts";

/** How far the desk's own answers have come in a ticket. */
export const botStages = [
  /** Nothing was asked yet. */
  "new",
  /** The contact chooses a queue. */
  "queues",
  /** The queue is known, its words are still to be said: the contact wrote outside its hours. */
  "entering",
  /** The contact chooses in the queue's menu, under `optionId`. */
  "options",
  /** The queue's flow answers. */
  "typebot",
  /** It has done its part: people answer. The contact may still ask for the menu. */
  "done",
  /** A person has answered, here or on the phone: it stays silent. */
  "off",
] as const;

/** All that the desk itself remembers of a ticket between two messages. */
export const ticketBots = pgTable(
  "ticket_bots",
  {
    companyId: companyId(),
    ticketId: uuid("ticket_id").notNull(),
    stage: text("stage", { enum: botStages }).notNull().default("new"),
    /** The menu line under which the contact is; null: the first level. */
    optionId: uuid("option_id"),
    /** Answers in a row that fitted nothing. */
    wrongAnswers: smallint("wrong_answers").notNull().default(0),
    /** When the contact was last told that nobody is there. */
    outOfHoursAt: instant("out_of_hours_at"),
    /** When the contact was asked for a rating that has not come, and of whom. */
    ratingAskedAt: instant("rating_asked_at"),
    ratingUserId: uuid("rating_user_id"),
    /** Rotation: who has it before them now, since when, and who had it before in this round. */
    offeredAt: instant("offered_at"),
    offeredTo: uuid("offered_to").array().notNull().default(sql`'{}'`),
    /** The flow's own name for the conversation with it; null before it has answered. */
    flowSession: text("flow_session"),
    /** Grows with each conversation that is begun anew. */
    flowRound: integer("flow_round").notNull().default(0),
    /** When the contact or the flow said something last. */
    flowAt: instant("flow_at"),
    /** What the flow lets the contact choose from by number; null: it awaits words. */
    flowChoices: jsonb("flow_choices").$type<string[]>(),
    updatedAt: updatedAt(),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.ticketId] }),
    index("ticket_bots_rating").on(t.companyId, t.ratingAskedAt).where(sql`rating_asked_at is not null`),
    foreignKey({ columns: [t.companyId, t.ticketId], foreignColumns: [tickets.companyId, tickets.id] }).onDelete(
      "cascade",
    ),
  ],
);

/** What the flow is asked, in the order of the ids: the beginning of a conversation, then what the contact wrote. */
export const flowTurns = pgTable(
  "flow_turns",
  {
    companyId: companyId(),
    id: id(),
    ticketId: uuid("ticket_id").notNull(),
    round: integer("round").notNull(),
    /** Null: begin. */
    input: text("input"),
    tries: integer("tries").notNull().default(0),
    /** Somebody is asking it. */
    claimedUntil: instant("claimed_until"),
    doneAt: instant("done_at"),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.id] }),
    index("flow_turns_ticket").on(t.companyId, t.ticketId, t.round, t.id),
    index("flow_turns_open").on(t.companyId, t.claimedUntil).where(sql`done_at is null`),
    foreignKey({ columns: [t.companyId, t.ticketId], foreignColumns: [tickets.companyId, tickets.id] }).onDelete(
      "cascade",
    ),
  ],
);
