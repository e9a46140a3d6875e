import * as v from "valibot";
import { profiles } from "../account/permissions.ts";
import { channels } from "../channels.ts";
import { Id, Instant } from "../id.ts";
import { connectionStatuses } from "./connections.ts";

/** The small tables that every screen needs, in one collection; each device keeps all of them. */
export const refKinds = ["queue", "tag", "user", "connection", "setting"] as const;
export type RefKind = (typeof refKinds)[number];

const base = { id: v.string(), rev: v.number(), name: v.string() };

export const QueueRef = v.object({ ...base, kind: v.literal("queue"), color: v.string(), greetingMessage: v.string() });
export const TagRef = v.object({
  ...base,
  kind: v.literal("tag"),
  color: v.string(),
  isKanban: v.boolean(),
  /** Ascending, from left to right on the board; lanes of one position are ordered by name. */
  lanePosition: v.number(),
});
export const UserRef = v.object({
  ...base,
  kind: v.literal("user"),
  profile: v.picklist(profiles),
  queueIds: v.array(Id),
});
export const ConnectionRef = v.object({
  ...base,
  kind: v.literal("connection"),
  channel: v.picklist(channels),
  status: v.picklist(connectionStatuses),
  /** The error code of the failure. */
  reason: v.nullable(v.string()),
  /** Since when status and reason have their current values. */
  stateSince: Instant,
  /** When it was first connected; null: never. */
  firstConnectedAt: v.nullable(Instant),
  /** Until then the channel refuses messages to people who never wrote; null: no restriction. */
  firstContactsAfter: v.nullable(Instant),
  number: v.string(),
  isDefault: v.boolean(),
  queueIds: v.array(Id),
  updatedAt: Instant,
});
/** `id` is the key, `name` the value. */
export const SettingRef = v.object({ ...base, kind: v.literal("setting") });

export const RefDocument = v.variant("kind", [QueueRef, TagRef, UserRef, ConnectionRef, SettingRef]);
export type RefDocument = v.InferOutput<typeof RefDocument>;
export type QueueRef = v.InferOutput<typeof QueueRef>;
export type TagRef = v.InferOutput<typeof TagRef>;
export type UserRef = v.InferOutput<typeof UserRef>;
export type ConnectionRef = v.InferOutput<typeof ConnectionRef>;
export type SettingRef = v.InferOutput<typeof SettingRef>;
