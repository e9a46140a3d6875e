import * as v from "valibot";
import { profiles } from "../account/permissions.ts";

/** A user in lists, as the HTTP interface answers it. */
export const UserListWire = v.object({
  id: v.string(),
  name: v.string(),
  email: v.string(),
  profile: v.picklist(profiles),
  queues: v.array(v.object({ id: v.string(), name: v.string(), color: v.string() })),
  online: v.optional(v.boolean(), false),
});
export type UserListWire = v.InferOutput<typeof UserListWire>;

export const UserPageWire = v.object({ users: v.array(UserListWire), hasMore: v.boolean() });

/** A user with their rights; `openTickets` counts the tickets that return to their queues when they are deleted. */
export const UserWire = v.object({
  ...UserListWire.entries,
  whatsappId: v.nullable(v.string()),
  allTicket: v.picklist(["enable", "disable"]),
  allHistoric: v.picklist(["enabled", "disabled"]),
  allUserChat: v.picklist(["enabled", "disabled"]),
  openTickets: v.number(),
});
export type UserWire = v.InferOutput<typeof UserWire>;

type Rights = { allTicket: boolean; allHistoric: boolean; allUserChat: boolean };

/** Returns a user's rights with the words of the HTTP interface: each switch has a pair of its own. */
export const rightsToWire = ({ allTicket, allHistoric, allUserChat }: Rights) =>
  ({
    allTicket: allTicket ? "enable" : "disable",
    allHistoric: allHistoric ? "enabled" : "disabled",
    allUserChat: allUserChat ? "enabled" : "disabled",
  }) as const;

export const rightsFromWire = ({ allTicket, allHistoric, allUserChat }: ReturnType<typeof rightsToWire>): Rights => ({
  allTicket: allTicket === "enable",
  allHistoric: allHistoric === "enabled",
  allUserChat: allUserChat === "enabled",
});

/** A session of a user; `current` is the one that asks. */
export const SessionWire = v.object({
  id: v.string(),
  device: v.string(),
  since: v.string(),
  lastSeenAt: v.string(),
  current: v.boolean(),
});
export type SessionWire = v.InferOutput<typeof SessionWire>;

export const SessionsWire = v.object({ sessions: v.array(SessionWire) });
