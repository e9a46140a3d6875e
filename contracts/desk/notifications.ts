import * as v from "valibot";

export { type NotifiedTicket, raisesNotification } from "./notification-rule.ts";

const base64Url = (bytes: number) =>
  v.pipe(
    v.string(),
    v.regex(/^[\w-]+=*$/),
    v.check((text) => Math.floor((text.replace(/=+$/, "").length * 3) / 4) === bytes),
  );

/** A browser's `PushSubscription`. */
export const PushSubscriptionInput = v.object({
  endpoint: v.pipe(v.string(), v.maxLength(1_000), v.url()),
  keys: v.object({ p256dh: base64Url(65), auth: base64Url(16) }),
});
export type PushSubscriptionInput = v.InferOutput<typeof PushSubscriptionInput>;

/** Which messages a user wants as push notifications, and whether this device may show them. */
export const PushSwitches = v.object({
  mine: v.boolean(),
  waiting: v.boolean(),
  preview: v.boolean(),
  device: v.boolean(),
});
export type PushSwitches = v.InferOutput<typeof PushSwitches>;

/** `isSubscribed`: the server has this browser's subscription. */
export type PushState = PushSwitches & { isSubscribed: boolean };

/** The whole payload of a push notification, of a ticket or an internal chat; neither: a test notification. */
export const PushPayload = v.object({
  name: v.string(),
  text: v.string(),
  ticketId: v.nullable(v.string()),
  chatId: v.optional(v.nullable(v.string())),
});
export type PushPayload = v.InferOutput<typeof PushPayload>;

export const pushTestSteps = ["key", "subscription", "switches", "service"] as const;
export type PushTestStep = (typeof pushTestSteps)[number];
export type PushTestAnswer = { steps: { step: PushTestStep; ok: boolean }[] };
