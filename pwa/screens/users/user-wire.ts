import * as v from "valibot";
import { profiles } from "../../../sync/contracts/refs.ts";
import type { UserForm } from "./user-form.ts";

const queue = v.object({ id: v.string(), name: v.string(), color: v.string() });

/** A row of the list. */
const UserRow = v.object({
  id: v.string(),
  name: v.string(),
  email: v.string(),
  profile: v.picklist(profiles),
  queues: v.array(queue),
  online: v.optional(v.boolean(), false),
});
export type UserRow = v.InferOutput<typeof UserRow>;

const Page = v.object({ users: v.array(UserRow), hasMore: v.boolean() });

export function pageFromWire(answer: unknown) {
  const { users, hasMore } = v.parse(Page, answer);
  return { rows: users, hasMore };
}

const UserWire = v.object({
  ...UserRow.entries,
  whatsappId: v.nullable(v.string()),
  allTicket: v.string(),
  allHistoric: v.string(),
  allUserChat: v.string(),
  openTickets: v.number(),
});

const isOn = (word: string) => word.startsWith("enable");

export function formFromWire(answer: unknown): UserForm {
  const user = v.parse(UserWire, answer);
  return {
    name: user.name,
    email: user.email,
    password: "",
    currentPassword: "",
    profile: user.profile,
    queueIds: user.queues.map(({ id }) => id),
    connectionId: user.whatsappId,
    allTicket: isOn(user.allTicket),
    allHistoric: isOn(user.allHistoric),
    allUserChat: isOn(user.allUserChat),
  };
}

export const openTicketsFromWire = (answer: unknown): number => v.parse(UserWire, answer).openTickets;

/** Returns the body of POST and PUT. */
export function wireOf({ connectionId, allTicket, allHistoric, allUserChat, ...same }: UserForm) {
  return {
    ...same,
    whatsappId: connectionId,
    allTicket: allTicket ? "enable" : "disable",
    allHistoric: allHistoric ? "enabled" : "disabled",
    allUserChat: allUserChat ? "enabled" : "disabled",
  };
}

const Sessions = v.object({
  sessions: v.array(
    v.object({
      id: v.string(),
      device: v.string(),
      since: v.string(),
      lastSeenAt: v.string(),
      current: v.boolean(),
    }),
  ),
});
export type Session = v.InferOutput<typeof Sessions>["sessions"][number];

export const sessionsFromWire = (answer: unknown): Session[] => v.parse(Sessions, answer).sessions;
