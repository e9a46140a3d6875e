import * as v from "valibot";
import type { SessionView, SignedInUser, UserView } from "../../domain/users/index.ts";
import { Id } from "../../sync/contracts/id.ts";
import type { SessionUser } from "../../sync/contracts/session.ts";
import { NewUserInput, UserChange } from "../../sync/contracts/users.ts";
import { IdOrNothing } from "../http/query.ts";

/** The interface writes its switches as words, each with its own pair. */
const isEnabled = v.pipe(
  v.nullish(v.picklist(["enable", "enabled", "disable", "disabled"])),
  v.transform((word) => (word === null || word === undefined ? undefined : word.startsWith("enable"))),
);
const queueRow = v.object({ id: Id });

/**
 * Clients send every field of the GET back; fields that the caller may not set are dropped or refused in the domain.
 */
const renamed = v.pipe(
  v.looseObject({
    allTicket: isEnabled,
    allHistoric: isEnabled,
    allUserChat: isEnabled,
    whatsappId: IdOrNothing,
    queueIds: v.optional(v.array(Id)),
    queues: v.optional(v.array(queueRow)),
  }),
  v.transform(({ whatsappId, queueIds, queues, allTicket, allHistoric, allUserChat, ...same }) => ({
    ...same,
    ...said({ allTicket, allHistoric, allUserChat, connectionId: whatsappId }),
    ...said({ queueIds: queueIds ?? queues?.map(({ id }) => id) }),
  })),
);

/** Removes undefined fields: they are not to be changed. */
function said(fields: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}

export const NewUserWire = v.pipe(renamed, NewUserInput);
export const UserChangeWire = v.pipe(renamed, UserChange);

const enabled = (flag: boolean) => (flag ? "enabled" : "disabled");

/** The user as in lists, for every colleague. */
export function userToListWire({ id, name, email, profile, queues, isOnline }: UserView) {
  return { id, name, email, profile, queues: queues.map(queueToUserWire), online: isOnline };
}

/** `openTickets`: number of tickets that return to their queues when the user is deleted. */
export function userToWire(user: UserView, openTickets: number) {
  return {
    ...userToListWire(user),
    super: user.isSuper,
    companyId: user.companyId,
    whatsappId: user.connectionId,
    allTicket: user.allTicket ? "enable" : "disable",
    allHistoric: enabled(user.allHistoric),
    allUserChat: enabled(user.allUserChat),
    openTickets,
    createdAt: user.createdAt.toISOString(),
    updatedAt: user.updatedAt.toISOString(),
  };
}

export function signedInUserToWire({ isSuper, connectionId, company, ...user }: SignedInUser): SessionUser {
  return {
    ...user,
    super: isSuper,
    whatsappId: connectionId,
    allTicket: user.allTicket ? "enable" : "disable",
    allUserChat: enabled(user.allUserChat),
    allHistoric: enabled(user.allHistoric),
    queues: user.queues.map(queueToUserWire),
    company: { ...company, dueDate: company.dueDate.toISOString() },
  };
}

const queueToUserWire = (queue: UserView["queues"][number]) => ({ ...queue, UserQueue: { queueId: queue.id } });

export function sessionToWire({ id, device, since, lastSeenAt, isCurrent }: SessionView) {
  return { id, device, since: since.toISOString(), lastSeenAt: lastSeenAt.toISOString(), current: isCurrent };
}
