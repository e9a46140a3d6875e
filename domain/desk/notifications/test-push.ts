import type { PushTestAnswer } from "../../../contracts/desk/notifications.ts";
import { deliverPush, type PushOptions } from "../../../outside/web-push/index.ts";
import type { Context } from "../../ground/context.ts";
import { findSubscription, pushState, unsubscribePush } from "./subscriptions.ts";

/**
 * Sends a test notification to this browser and reports each step: key, subscription, switches, the service's answer.
 * Only the browser can report the last step, the display.
 */
export async function testPush(
  inside: <T>(work: (ctx: Context) => Promise<T>) => Promise<T>,
  sessionId: string,
  options: PushOptions,
): Promise<PushTestAnswer> {
  const { subscription, state } = await inside(async (ctx) => ({
    subscription: await findSubscription(ctx, sessionId),
    state: await pushState(ctx, sessionId),
  }));
  const steps: PushTestAnswer["steps"] = [
    { step: "key", ok: options.keys.publicKey !== "" },
    { step: "subscription", ok: subscription !== null },
  ];
  if (!subscription) return { steps };
  steps.push({ step: "switches", ok: state.device && (state.mine || state.waiting) });
  const outcome = await deliverPush(subscription, { name: "Balcão", text: "", ticketId: null }, options);
  if (outcome === "gone") await inside((ctx) => unsubscribePush(ctx, sessionId));
  steps.push({ step: "service", ok: outcome === "sent" });
  return { steps };
}
