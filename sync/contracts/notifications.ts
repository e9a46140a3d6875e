import * as v from "valibot";
import type { TicketStatus } from "./tickets.ts";

/** What the rule asks of a ticket. */
export type NotifiedTicket = {
  status: TicketStatus;
  userId: string | null;
  isGroup: boolean;
  chatbot: boolean;
  unreadMessages: number;
};

/**
 * Whether an incoming message of a ticket that the person may see is shown to them: unread, the ticket theirs or
 * nobody's, no group, no bot, and not what they are looking at. One rule for open tabs, sound, the bell and push.
 */
export function raisesNotification(ticket: NotifiedTicket, userId: string, isViewed = false): boolean {
  if (isViewed || ticket.unreadMessages === 0 || ticket.status === "closed") return false;
  if (ticket.isGroup || ticket.chatbot) return false;
  return ticket.userId === null || ticket.userId === userId;
}

const base64Url = (bytes: number) =>
  v.pipe(
    v.string(),
    v.regex(/^[\w-]+=*$/),
    v.check((text) => Math.floor((text.replace(/=+$/, "").length * 3) / 4) === bytes),
  );

/** As a browser's `PushSubscription` says it. */
export const PushSubscriptionInput = v.object({
  endpoint: v.pipe(v.string(), v.maxLength(1_000), v.url()),
  keys: v.object({ p256dh: base64Url(65), auth: base64Url(16) }),
});
export type PushSubscriptionInput = v.InferOutput<typeof PushSubscriptionInput>;

/** What a person wants to be told of by push, and whether this device may. */
export const PushSwitches = v.object({
  mine: v.boolean(),
  waiting: v.boolean(),
  preview: v.boolean(),
  device: v.boolean(),
});
export type PushSwitches = v.InferOutput<typeof PushSwitches>;

/** `isSubscribed`: the server knows this browser. */
export type PushState = PushSwitches & { isSubscribed: boolean };

/** All that travels to a browser by push. A null ticket is the test of the chain. */
export const PushPayload = v.object({ name: v.string(), text: v.string(), ticketId: v.nullable(v.string()) });
export type PushPayload = v.InferOutput<typeof PushPayload>;

export const pushTestSteps = ["key", "subscription", "switches", "service"] as const;
export type PushTestStep = (typeof pushTestSteps)[number];
export type PushTestAnswer = { steps: { step: PushTestStep; ok: boolean }[] };
