import { readdirSync, readFileSync } from "node:fs";
import * as v from "valibot";
import { ticketStatuses } from "../../../contracts/desk/tickets.ts";

const Texts = v.optional(v.string(), "");
/** "08:00-18:00" */
const Hours = v.pipe(v.string(), v.regex(/^\d\d:\d\d-\d\d:\d\d$/));
/** By English name of the weekday; a missing day is closed. */
const Week = v.record(v.string(), Hours);

type MenuLine = { title: string; message?: string; lines?: MenuLine[] };
const MenuLine: v.GenericSchema<MenuLine> = v.strictObject({
  title: v.string(),
  message: v.optional(v.string()),
  lines: v.optional(v.array(v.lazy(() => MenuLine))),
});

const Typebot = v.strictObject({
  /** One of the sandbox's flows. */
  flow: v.string(),
  expiresMinutes: v.optional(v.number(), 0),
  keywordFinish: Texts,
  keywordRestart: Texts,
  unknownMessage: Texts,
  restartMessage: Texts,
});

const Queue = v.strictObject({
  name: v.string(),
  greeting: Texts,
  completion: Texts,
  rating: Texts,
  outOfHours: Texts,
  hours: v.optional(Week),
  /** The bot answers with its menu first, unless this is false. */
  chatbot: v.optional(v.boolean(), true),
  menu: v.optional(v.array(MenuLine), []),
  typebot: v.optional(Typebot),
  /** Minutes; if set, waiting tickets rotate among the queue's agents. */
  rotation: v.optional(v.number()),
});

/** The company's configuration. Marina is its admin and performs the agents' actions. */
const Desk = v.strictObject({
  timeZone: v.optional(v.string(), "America/Sao_Paulo"),
  settings: v.optional(v.record(v.string(), v.string()), {}),
  hours: v.optional(Week),
  connection: v.optional(
    v.strictObject({
      greeting: Texts,
      completion: Texts,
      rating: Texts,
      outOfHours: Texts,
      redirect: v.optional(v.strictObject({ minutes: v.number(), queue: v.string() })),
    }),
    {},
  ),
  queues: v.optional(v.array(Queue), []),
  agents: v.optional(
    v.array(v.strictObject({ name: v.string(), queues: v.array(v.string()), online: v.optional(v.boolean(), true) })),
    [],
  ),
});

const Step = v.union([
  /** The customer writes, sends a file, or calls. */
  v.strictObject({ contact: v.string() }),
  v.strictObject({ contactSends: v.picklist(["image", "audio", "document"]) }),
  v.strictObject({ contactCalls: v.picklist(["voice", "video"]) }),
  /** All messages that reached the customer's phone since the last such step. */
  v.strictObject({ desk: v.array(v.string()) }),
  /** The customer's latest ticket; `queue` and `agent` by name. */
  v.strictObject({
    ticket: v.strictObject({
      status: v.optional(v.picklist(ticketStatuses)),
      queue: v.optional(v.nullable(v.string())),
      agent: v.optional(v.nullable(v.string())),
      bot: v.optional(v.boolean()),
      unread: v.optional(v.number()),
      /** The number of all tickets of the customer. */
      count: v.optional(v.number()),
      ratings: v.optional(v.array(v.number())),
      /** The types of its timeline's events, in order. */
      timeline: v.optional(v.array(v.string())),
    }),
  }),
  /** Marina acts in the interface. */
  v.strictObject({ agent: v.picklist(["accept", "close", "return", "reopen", "disableBot", "enableBot", "block"]) }),
  v.strictObject({ agentSays: v.string() }),
  v.strictObject({ agentTransfers: v.strictObject({ queue: v.string(), to: v.optional(v.string()) }) }),
  /** A member of the company answers on the company's own phone. */
  v.strictObject({ phone: v.string() }),
  v.strictObject({ settings: v.record(v.string(), v.string()) }),
  v.strictObject({ online: v.array(v.string()) }),
  /** "31m", "2h", "10s" */
  v.strictObject({ wait: v.pipe(v.string(), v.regex(/^\d+[smh]$/)) }),
]);
export type Step = v.InferOutput<typeof Step>;

export const Script = v.strictObject({
  name: v.string(),
  /** The company's local time at the start: weekday and time. */
  at: v.optional(v.pipe(v.string(), v.regex(/^[a-z]+day \d\d:\d\d$/)), "wednesday 10:00"),
  desk: v.optional(Desk, {}),
  steps: v.array(Step),
});
export type Script = v.InferOutput<typeof Script> & { file: string };
export type ScriptDesk = Script["desk"];

const folder = new URL("../", import.meta.url);

/** Returns all scripts of the folder. Throws when one does not match the schema. */
export function readScripts(): Script[] {
  const files = readdirSync(folder).filter((name) => name.endsWith(".json"));
  return files.sort().flatMap((file) => {
    const scripts = v.parse(v.array(Script), JSON.parse(readFileSync(new URL(file, folder), "utf8")));
    return scripts.map((script) => ({ ...script, file: file.replace(".json", "") }));
  });
}
