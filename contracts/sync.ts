import * as v from "valibot";
import { Id } from "./id.ts";
import { Present, presenceStates } from "./presence.ts";

export const collections = [
  "tickets",
  "threads",
  "contacts",
  "quickMessages",
  "schedules",
  "refs",
  "drafts",
  "chats",
  "chatThreads",
  "announcements",
] as const;
export type CollectionName = (typeof collections)[number];

/**
 * A device's position in a collection, opaque to the device. boot: newest first, directly from the tables, with `rev`
 * read before the first page. live: the change log after `rev`. `scope` is a hash of what the user may see; a
 * different hash means purge and boot again.
 */
export const Checkpoint = v.object({
  phase: v.picklist(["boot", "live"]),
  rev: v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
  scope: v.string(),
  /**
   * Identifies `rev` in the log: a different mark means that the server was restored and has another history. Null
   * when the log has no such revision.
   */
  mark: v.optional(v.nullable(v.string())),
  /** Boot only: where the last page ended. */
  before: v.optional(v.tuple([v.string(), v.string()])),
});
export type Checkpoint = v.InferOutput<typeof Checkpoint>;

export type Tombstone = { id: string; _deleted: true };
/** `hasMore`: more was available when the page was read. */
export type Pull<Document> = { documents: (Document | Tombstone)[]; checkpoint: Checkpoint; hasMore: boolean };

/** The end of a part of the log: its last revision, and the mark of that revision (see `Checkpoint`). */
const LogPosition = v.tuple([v.pipe(v.number(), v.safeInteger(), v.minValue(0)), v.nullable(v.string())]);
export type LogPosition = v.InferOutput<typeof LogPosition>;

/** A device's positions in several collections. A collection that boots is pulled by itself. */
export const ChangesRequest = v.object({
  scope: v.string(),
  at: v.record(v.picklist(collections), LogPosition),
});
export type ChangesRequest = v.InferOutput<typeof ChangesRequest>;

/** A part of a collection's log. Without `to` it ends where the whole answer ends, and nothing more is known. */
const ChangesPart = v.object({
  documents: v.array(v.looseObject({ id: v.string() })),
  to: v.optional(LogPosition),
  /** Why the position was refused; the device boots the collection again. */
  refused: v.optional(v.literal("ERR_CHECKPOINT_TOO_OLD")),
});
export type ChangesPart = v.InferOutput<typeof ChangesPart>;

/** The changes of several collections from one snapshot. Requested collections without a part have no changes. */
export const Changes = v.object({
  scope: v.string(),
  to: LogPosition,
  parts: v.record(v.picklist(collections), ChangesPart),
});
export type Changes = { scope: string; to: LogPosition; parts: Partial<Record<CollectionName, ChangesPart>> };

/** How many tickets a device keeps. */
export const syncWindow = { openTickets: 2_000, closedTickets: 500, closedDays: 7 } as const;

/**
 * How many schedules a device keeps: those waiting, next first, and those of the past days. Beyond these limits only
 * the server has them.
 */
export const scheduleWindow = { pastDays: 31, comingDays: 92, waiting: 2_000, done: 1_000 } as const;

/**
 * Increment when the meaning of a collection's documents, or the way a device stores them, changes: devices drop their
 * database and pull again.
 */
export const SYNC_SCHEMA_VERSION = 9;

/** Tables that are not replicated but are in the change log: their triggers write these names as `collection`. */
export const unkeptLists = ["contactImports", "contactLists", "campaigns", "invoices", "mails"] as const;
export type UnkeptList = (typeof unkeptLists)[number];

/** Lists on screens that need change events. */
const listNames = [
  "tickets",
  "contacts",
  "quickMessages",
  "schedules",
  "announcements",
  "queues",
  "tags",
  "users",
  "connections",
  "settings",
  ...unkeptLists,
] as const;
export type ListName = (typeof listNames)[number];

/**
 * Events of the stream. A lost event only costs time: only `changes` carries documents, and a device that has missed
 * some pulls them.
 */
export const StreamEvent = v.variant("type", [
  /** Replaces a poke, for a device that asked for it. `from`: the revision after which each part's changes begin. */
  v.object({
    type: v.literal("changes"),
    from: v.record(v.picklist(collections), v.number()),
    ...Changes.entries,
  }),
  v.object({ type: v.literal("poke"), collections: v.array(v.picklist(collections)), rev: v.number() }),
  /** These lists changed: a screen that shows one fetches it again. */
  v.object({ type: v.literal("lists"), lists: v.array(v.picklist(listNames)) }),
  v.object({ type: v.literal("auth"), reason: v.picklist(["elsewhere", "ended"]) }),
  v.object({ type: v.literal("scope") }),
  /** Never stored: expires after `PRESENCE_MS` without a report. */
  v.object({ type: v.literal("presence"), ticketId: Id, who: Present, state: v.picklist(presenceStates) }),
]);
export type StreamEvent = v.InferOutput<typeof StreamEvent>;
