import * as v from "valibot";
import { PushSwitches, pushTestSteps } from "../../contracts/desk/notifications.ts";

export const PushKeyAnswer = v.object({
  key: v.pipe(v.string(), v.description("The server's public VAPID key, base64url, for the browser's `subscribe`")),
});

export const DoneAnswer = v.object({});

export const PushStateAnswer = v.object({
  ...PushSwitches.entries,
  isSubscribed: v.pipe(v.boolean(), v.description("true: the server has the subscription of this browser")),
});

export const PushTestAnswer = v.object({
  steps: v.pipe(
    v.array(v.object({ step: v.picklist(pushTestSteps), ok: v.boolean() })),
    v.description("In the order in which they were tried; the first two only, without a subscription"),
  ),
});
