import type { ConnectionRef, QueueRef, RefKind, TagRef, UserRef } from "../../../contracts/desk/refs.ts";
import { publicSettings } from "../../account/settings/index.ts";
import { listUsers } from "../../account/users/index.ts";
import type { DeskContext } from "../../ground/context.ts";
import { connectionRefs } from "../connections/index.ts";
import { listQueues } from "../queues/index.ts";
import { listTags } from "../tags/index.ts";

export type RefContent =
  | Omit<QueueRef, "rev">
  | Omit<TagRef, "rev">
  | Omit<UserRef, "rev">
  | Omit<ConnectionRef, "rev">
  | { kind: "setting"; id: string; name: string };

const loaders: Record<RefKind, (ctx: DeskContext) => Promise<RefContent[]>> = {
  queue: async (ctx) =>
    (await listQueues(ctx)).map(({ id, name, color, greetingMessage }) => ({
      kind: "queue",
      id,
      name,
      color,
      greetingMessage,
    })),
  tag: async (ctx) =>
    (await listTags(ctx)).map(({ id, name, color, isKanban, lanePosition }) => ({
      kind: "tag",
      id,
      name,
      color,
      isKanban,
      lanePosition,
    })),
  user: async (ctx) => (await listUsers(ctx)).map((user) => ({ kind: "user", ...user })),
  connection: async (ctx) =>
    (await connectionRefs(ctx)).map((row) => ({
      kind: "connection",
      id: row.id,
      name: row.name,
      channel: row.channel,
      status: row.status,
      reason: row.reason,
      stateSince: row.stateSince.toISOString(),
      firstConnectedAt: row.firstConnectedAt?.toISOString() ?? null,
      firstContactsAfter: row.firstContactsAfter?.toISOString() ?? null,
      number: row.number,
      isDefault: row.isDefault,
      queueIds: row.queueIds,
      updatedAt: row.updatedAt.toISOString(),
    })),
  setting: async (ctx) =>
    (await publicSettings(ctx)).map(({ key, value }) => ({ kind: "setting", id: key, name: value })),
};
const kinds = Object.keys(loaders) as RefKind[];

/**
 * Returns the small tables that every screen needs, all or by "kind:key". Contains only data for every agent: no
 * token, no QR code, no secret setting.
 */
export async function refDocuments(ctx: DeskContext, ids?: readonly string[]): Promise<RefContent[]> {
  const wanted = ids && new Set(ids);
  const documents: RefContent[] = [];
  for (const kind of kinds) {
    if (ids && !ids.some((id) => id.startsWith(`${kind}:`))) continue;
    const loaded = await loaders[kind](ctx);
    documents.push(...(wanted ? loaded.filter((document) => wanted.has(`${kind}:${document.id}`)) : loaded));
  }
  return documents;
}
