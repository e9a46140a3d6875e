import type { PushTestAnswer } from "../../sync/contracts/notifications.ts";
import type { Context } from "../context.ts";
import { deliverPush, type PushOptions } from "./push-service.ts";
import { findSubscription, pushState, unsubscribePush } from "./subscriptions.ts";

/**
 * Goes the whole way to this browser and says how far it came: the desk's key, the subscription, the switches, the
 * service's answer. The last step, that it was shown, only the browser can say.
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
