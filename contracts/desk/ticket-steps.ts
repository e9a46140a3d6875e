import type { TicketScope } from "./tickets.ts";

/** The part of a ticket that an agent's steps change. `At`: a `Date` on the server, an instant as text on a device. */
export type Steppable<At> = Pick<TicketScope, "status" | "userId" | "queueId"> & {
  unreadMessages: number;
} & Waiting<At>;

/** `isBot`: the bot has the ticket, and the contact is in its menu. */
type Waiting<At> = { isBot: boolean; waitingSince: At | null };

/** Who takes the step, and when. */
export type Stepping<At> = { userId: string; at: At };

/**
 * Returns since when the contact waits after a step of an agent, who takes the ticket out of the bot's menu; the wait
 * ends only with a reply. A ticket that the step leaves without an agent (`isPending`) waits in any case.
 */
function waitAfter<At>({ waitingSince, isBot }: Waiting<At>, at: At, isPending = false): At | null {
  return waitingSince ?? (isBot || isPending ? at : null);
}

/**
 * Returns the fields that a step of an agent changes in a ticket. The server writes them into the row; a device shows
 * them before the server has answered.
 */
export const ticketSteps = {
  accept: <At>(ticket: Waiting<At>, { userId, at }: Stepping<At>) => ({
    status: "open" as const,
    userId,
    isBot: false,
    unreadMessages: 0,
    waitingSince: waitAfter(ticket, at),
  }),
  return: <At>(ticket: Waiting<At>, { at }: Stepping<At>) => ({
    status: "pending" as const,
    userId: null,
    waitingSince: waitAfter(ticket, at, true),
  }),
  close: ({ userId }: { userId: string }) => ({
    status: "closed" as const,
    userId,
    isBot: false,
    unreadMessages: 0,
    waitingSince: null,
  }),
  reopen: ({ userId }: { userId: string }) => ({ status: "open" as const, userId, isBot: false }),
  read: { unreadMessages: 0 },
  /** To an agent, where it is open, or to a queue only, where it is pending. */
  move: <At>(ticket: Waiting<At>, at: At, { queueId, userId }: { queueId: string | null; userId: string | null }) => ({
    queueId,
    userId,
    status: userId ? ("open" as const) : ("pending" as const),
    isBot: false,
    waitingSince: waitAfter(ticket, at, !userId),
  }),
};
