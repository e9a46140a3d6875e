import * as v from "valibot";
import { recurrences } from "../../contracts/account/companies.ts";
import { ticketStatuses } from "../../contracts/desk/tickets.ts";
import { announcementPriorities } from "../../contracts/office/announcements.ts";
import { mailProblems, mailStates } from "../../contracts/office/mails.ts";
import chats from "./data/chats.json" with { type: "json" };
import company from "./data/company.json" with { type: "json" };
import conversations from "./data/conversations.json" with { type: "json" };
import mails from "./data/mails.json" with { type: "json" };
import platform from "./data/platform.json" with { type: "json" };
import schedules from "./data/schedules.json" with { type: "json" };

const Text = v.pipe(v.string(), v.nonEmpty());
const Count = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
const Address = v.pipe(v.string(), v.email());
const Person = v.picklist(["marina", "ana", "bia"]);
export type DemoPerson = v.InferOutput<typeof Person>;
const Colours = v.record(Text, v.pipe(v.string(), v.hexColor()));
const oneOf = (names: string[]) => v.picklist(names);

const Company = v.strictObject({
  name: Text,
  email: Address,
  /** The name of its connection. */
  connection: Text,
  people: v.strictObject({ marina: Text, ana: Text, bia: Text }),
  queues: Colours,
  tags: Colours,
  /** Tags that are lanes of the kanban board, from left to right. */
  lanes: v.array(oneOf(Object.keys(company.tags))),
  /** Texts by shortcode. */
  quickReplies: v.record(Text, Text),
});

/**
 * A line of a conversation: who, a space, the text. `<`: the contact, `>`: the agent, `*`: an agent's message that
 * failed to send. A text that begins with `[foto]` is a picture with the rest as its caption, `[voz]` a voice note.
 */
const Line = v.pipe(
  v.string(),
  v.regex(/^[<>*] \S/),
  v.transform((line) => ({ from: line.slice(0, 1), text: line.slice(2) })),
);
export type DemoLine = v.InferOutput<typeof Line>;

const Conversation = v.strictObject({
  contact: Text,
  number: v.pipe(v.string(), v.digits()),
  email: v.optional(Address),
  fields: v.optional(v.record(Text, Text), {}),
  queue: v.nullable(oneOf(Object.keys(company.queues))),
  tags: v.optional(v.array(oneOf(Object.keys(company.tags))), []),
  status: v.picklist(ticketStatuses),
  /** The agent who answers. */
  by: v.optional(Person),
  /** Age of the last message. */
  minutesAgo: Count,
  unread: v.optional(Count, 0),
  /** Rating given after closing: 1 unsatisfied, 3 very satisfied. */
  rating: v.optional(v.picklist([1, 2, 3])),
  messages: v.array(Line),
});
export type DemoConversation = v.InferOutput<typeof Conversation>;

const Schedule = v.strictObject({
  contact: oneOf(conversations.map(({ contact }) => contact)),
  by: Person,
  inDays: Count,
  time: v.pipe(v.string(), v.isoTime()),
  body: Text,
});

const Chat = v.strictObject({
  /** Empty: a chat of two people. */
  title: v.string(),
  /** The owner first. */
  members: v.array(Person),
  /** The oldest first. `quotes`: the position of an earlier message. */
  messages: v.array(v.strictObject({ by: Person, minutesAgo: Count, body: Text, quotes: v.optional(Count) })),
  /** How many of the newest messages a member has not read. */
  unread: v.optional(v.record(Person, Count), {}),
});
export type DemoChat = v.InferOutput<typeof Chat>;

const Mail = v.strictObject({
  by: Person,
  minutesAgo: Count,
  /** When a scheduled mail leaves. */
  inDays: v.optional(Count),
  subject: Text,
  body: Text,
  /** An address alone: the mail was accepted, or waits when it is scheduled. */
  to: v.array(
    v.union([
      Address,
      v.strictObject({
        address: Address,
        state: v.picklist(mailStates),
        problem: v.picklist(mailProblems),
        reply: Text,
      }),
    ]),
  ),
});

const Platform = v.strictObject({
  plans: v.array(
    v.strictObject({
      name: Text,
      users: Count,
      connections: Count,
      queues: Count,
      storageGb: Count,
      valueCents: Count,
    }),
  ),
  /** Customers without users: the platform's list shows them, with each colour of a row. */
  customers: v.array(
    v.strictObject({
      name: Text,
      plan: oneOf(platform.plans.map(({ name }) => name)),
      /** Days to the due date. */
      days: v.pipe(v.number(), v.safeInteger()),
      recurrence: v.picklist(recurrences),
      isActive: v.optional(v.boolean(), true),
    }),
  ),
  /** One of each priority, and an inactive one that only super users see. */
  announcements: v.array(
    v.strictObject({
      title: Text,
      text: Text,
      priority: v.picklist(announcementPriorities),
      daysAgo: Count,
      isActive: v.optional(v.boolean(), true),
    }),
  ),
});

const DemoData = v.strictObject({
  company: Company,
  /** An ordinary week of a pottery in Belo Horizonte. */
  conversations: v.array(Conversation),
  /** Scheduled messages for the coming days. */
  schedules: v.array(Schedule),
  /** Internal chats of the pottery's people. */
  chats: v.array(Chat),
  /** Mails of the pottery's people, the newest first. */
  mails: v.array(Mail),
  platform: Platform,
});

/** Returns the data when it fits the schema. Throws an error that names each misfit. */
export function parseDemoData(input: unknown): v.InferOutput<typeof DemoData> {
  const { success, output, issues } = v.safeParse(DemoData, input);
  if (!success) throw new Error(`bin/demo/data does not fit its schema:\n${v.summarize(issues)}`);
  return output;
}

/** The data of the demo companies, from `data/`. */
export const demoData = parseDemoData({ company, conversations, schedules, chats, mails, platform });
