import * as v from "valibot";
import type { SessionUser } from "../../contracts/account/session.ts";
import { NewUserInput, UserChange } from "../../contracts/account/users.ts";
import { Id } from "../../contracts/id.ts";
import { rightsToWire, type SessionWire, type UserListWire, type UserWire } from "../../contracts/wire/users.ts";
import type { SessionView, SignedInUser, UserView } from "../../domain/account/users/index.ts";
import { withoutUndefined } from "../http/form-values.ts";
import { IdOrNothing } from "../http/query.ts";
import { shownAs, withNames } from "../http/reference/shown-input.ts";

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
    ...withoutUndefined({ allTicket, allHistoric, allUserChat, connectionId: whatsappId }),
    ...withoutUndefined({ queueIds: queueIds ?? queues?.map(({ id }) => id) }),
  })),
);

const ofCompany = { companyId: IdOrNothing };
const shownFields = (entries: v.ObjectEntries) =>
  withNames(
    { ...entries, ...ofCompany },
    { connectionId: "whatsappId" },
    { allTicket: isEnabled, allHistoric: isEnabled, allUserChat: isEnabled },
  );
export const NewUserWire = shownAs(
  shownFields(NewUserInput.entries),
  v.pipe(renamed, v.object({ ...NewUserInput.entries, ...ofCompany })),
);
export const UserChangeWire = shownAs(
  shownFields(UserChange.entries),
  v.pipe(renamed, v.object({ ...UserChange.entries, ...ofCompany })),
);

/** The user as in lists, for every colleague. */
export function userToListWire({ id, name, email, profile, queues, isOnline }: UserView): UserListWire {
  return { id, name, email, profile, queues: queues.map(queueToUserWire), online: isOnline };
}

type UserDetailsWire = UserWire & { super: boolean; companyId: string; createdAt: string; updatedAt: string };

/** `openTickets`: number of tickets that return to their queues when the user is deleted. */
export function userToWire(user: UserView, openTickets: number): UserDetailsWire {
  return {
    ...userToListWire(user),
    super: user.isSuper,
    companyId: user.companyId,
    whatsappId: user.connectionId,
    ...rightsToWire(user),
    openTickets,
    createdAt: user.createdAt.toISOString(),
    updatedAt: user.updatedAt.toISOString(),
  };
}

export function signedInUserToWire({ isSuper, connectionId, company, ...user }: SignedInUser): SessionUser {
  const { trialEndsAt, dueDate, isRestricted, ...known } = company;
  return {
    ...user,
    super: isSuper,
    whatsappId: connectionId,
    ...rightsToWire(user),
    queues: user.queues.map(queueToUserWire),
    company: {
      ...known,
      dueDate: dueDate.toISOString(),
      // A payment moves the due date past the end of the trial.
      trialExpiration: trialEndsAt && dueDate <= trialEndsAt ? trialEndsAt.toISOString() : null,
      restricted: isRestricted,
    },
  };
}

const queueToUserWire = (queue: UserView["queues"][number]) => ({ ...queue, UserQueue: { queueId: queue.id } });

export function sessionToWire({ id, device, since, lastSeenAt, isCurrent }: SessionView): SessionWire {
  return { id, device, since: since.toISOString(), lastSeenAt: lastSeenAt.toISOString(), current: isCurrent };
}
