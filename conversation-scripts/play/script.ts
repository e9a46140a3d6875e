import { readdirSync, readFileSync } from "node:fs";
import * as v from "valibot";
import { ticketStatuses } from "../../sync/contracts/tickets.ts";

const Texts = v.optional(v.string(), "");
/** "08:00-18:00" */
const Hours = v.pipe(v.string(), v.regex(/^\d\d:\d\d-\d\d:\d\d$/));
/** By English name of the day; one that is missing is closed. */
const Week = v.record(v.string(), Hours);

type Line = { title: string; message?: string; lines?: Line[] };
const Line: v.GenericSchema<Line> = v.strictObject({
  title: v.string(),
  message: v.optional(v.string()),
  lines: v.optional(v.array(v.lazy(() => Line))),
});

const Typebot = v.strictObject({
  /** Of the flows that the local server knows. */
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
  /** Its menu answers before people do, unless this is false. */
  chatbot: v.optional(v.boolean(), true),
  menu: v.optional(v.array(Line), []),
  typebot: v.optional(Typebot),
  /** Minutes; with it the queue's tickets go round among its agents. */
  rotation: v.optional(v.number()),
});

/** What the company has set up. Marina is its admin, and whoever acts. */
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
  /** The customer writes, or sends a picture, or calls. */
  v.strictObject({ contact: v.string() }),
  v.strictObject({ contactSends: v.picklist(["image", "audio", "document"]) }),
  v.strictObject({ contactCalls: v.picklist(["voice", "video"]) }),
  /** Everything that reached the customer's phone since this was last asked. */
  v.strictObject({ desk: v.array(v.string()) }),
  /** Of the customer's latest ticket; `queue` and `agent` by name. */
  v.strictObject({
    ticket: v.strictObject({
      status: v.optional(v.picklist(ticketStatuses)),
      queue: v.optional(v.nullable(v.string())),
      agent: v.optional(v.nullable(v.string())),
      bot: v.optional(v.boolean()),
      unread: v.optional(v.number()),
      /** How many tickets the customer has had in all. */
      count: v.optional(v.number()),
      ratings: v.optional(v.array(v.number())),
      /** The kinds of its timeline, in order. */
      timeline: v.optional(v.array(v.string())),
    }),
  }),
  /** Marina, in the interface. */
  v.strictObject({ agent: v.picklist(["accept", "close", "return", "reopen", "disableBot", "enableBot", "block"]) }),
  v.strictObject({ agentSays: v.string() }),
  v.strictObject({ agentTransfers: v.strictObject({ queue: v.string(), to: v.optional(v.string()) }) }),
  /** Somebody of the company on the phone itself. */
  v.strictObject({ phone: v.string() }),
  v.strictObject({ settings: v.record(v.string(), v.string()) }),
  v.strictObject({ online: v.array(v.string()) }),
  /** "31m", "2h", "10s" */
  v.strictObject({ wait: v.pipe(v.string(), v.regex(/^\d+[smh]$/)) }),
]);
export type Step = v.InferOutput<typeof Step>;

export const Script = v.strictObject({
  name: v.string(),
  /** The clock of the company when it begins: a day of the week and a time. */
  at: v.optional(v.pipe(v.string(), v.regex(/^[a-z]+day \d\d:\d\d$/)), "wednesday 10:00"),
  desk: v.optional(Desk, {}),
  steps: v.array(Step),
});
export type Script = v.InferOutput<typeof Script> & { file: string };
export type ScriptDesk = Script["desk"];

const folder = new URL("../", import.meta.url);

/** Every script of the folder. Throws where one is not written as a script is. */
export function readScripts(): Script[] {
  const files = readdirSync(folder).filter((name) => name.endsWith(".json"));
  return files.sort().flatMap((file) => {
    const scripts = v.parse(v.array(Script), JSON.parse(readFileSync(new URL(file, folder), "utf8")));
    return scripts.map((script) => ({ ...script, file: file.replace(".json", "") }));
  });
}
