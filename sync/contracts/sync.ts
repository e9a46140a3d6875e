import * as v from "valibot";
import { Id } from "./id.ts";
import { Present, presenceStates } from "./presence.ts";

export const collections = ["tickets", "threads", "contacts", "quickMessages", "schedules", "refs", "drafts"] as const;
export type CollectionName = (typeof collections)[number];

/**
 * Where a device stands in a collection; it keeps it and gives it back unread.
 * boot: newest first, straight from the tables, `rev` noted before the first page. live: the log after `rev`.
 * `scope` is the hash of what the user may see; another hash means purge and boot again.
 */
export const Checkpoint = v.object({
  phase: v.picklist(["boot", "live"]),
  rev: v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
  scope: v.string(),
  /**
   * What the log says of `rev`: another word there, and the server lives another history than the device knew (it was
   * restored, and went on). Null where the log had nothing.
   */
  mark: v.optional(v.nullable(v.string())),
  /** boot only: where the last page ended. */
  before: v.optional(v.tuple([v.string(), v.string()])),
});
export type Checkpoint = v.InferOutput<typeof Checkpoint>;

export type Tombstone = { id: string; _deleted: true };
/** `hasMore`: the server had more behind this page when it read it. */
export type Pull<Document> = { documents: (Document | Tombstone)[]; checkpoint: Checkpoint; hasMore: boolean };

/** How much of the desk a device keeps. */
export const syncWindow = { openTickets: 2_000, closedTickets: 500, closedDays: 7 } as const;

/**
 * And of the schedules: those that wait, the next ones first, and the last ones of the days just gone. Of days outside
 * of these, or where a device has as many as it keeps, the server may have more.
 */
export const scheduleWindow = { pastDays: 31, comingDays: 92, waiting: 2_000, done: 1_000 } as const;

/** Raised when what a collection's documents mean changes: devices drop the old database and pull again. */
export const SYNC_SCHEMA_VERSION = 5;

/** Tables that no device keeps, named in the log all the same: their triggers write these words as `collection`. */
export const unkeptLists = ["contactImports"] as const;
export type UnkeptList = (typeof unkeptLists)[number];

/** What a screen may show as a list, and so want to hear of. */
const listNames = [
  "tickets",
  "contacts",
  "quickMessages",
  "schedules",
  "queues",
  "tags",
  "users",
  "connections",
  "settings",
  ...unkeptLists,
] as const;
export type ListName = (typeof listNames)[number];

/** What the stream says. Nothing in it is data: a lost event costs only time. */
export const StreamEvent = v.variant("type", [
  v.object({ type: v.literal("poke"), collections: v.array(v.picklist(collections)), rev: v.number() }),
  /** Something in these lists has changed: whoever shows one asks for it again. */
  v.object({ type: v.literal("lists"), lists: v.array(v.picklist(listNames)) }),
  v.object({ type: v.literal("auth"), reason: v.picklist(["elsewhere", "ended"]) }),
  v.object({ type: v.literal("scope") }),
  v.object({ type: v.literal("connection"), connectionId: Id }),
  /** Never stored: what was not heard again for `PRESENCE_MS` is over. */
  v.object({ type: v.literal("presence"), ticketId: Id, who: Present, state: v.picklist(presenceStates) }),
]);
export type StreamEvent = v.InferOutput<typeof StreamEvent>;
