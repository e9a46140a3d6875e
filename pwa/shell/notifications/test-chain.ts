import { pushTestSteps } from "../../../contracts/desk/notifications.ts";
import { allowNotifications, askTest, canPush, findSubscription, whenShown } from "./push.ts";

export const chainSteps = ["permission", "browser", ...pushTestSteps, "shown"] as const;
export type ChainStep = (typeof chainSteps)[number];
export type StepState = "waiting" | "ok" | "failed";
export type Chain = Partial<Record<ChainStep, StepState>>;

const SHOWN_WITHIN_MS = 15_000;

/**
 * Tests each step from this browser to the server, to the push service and back, and reports each result. Stops at
 * the first step that fails.
 */
export async function testChain(tell: (chain: Chain) => void): Promise<void> {
  let chain: Chain = {};
  const say = (step: ChainStep, state: StepState) => {
    chain = { ...chain, [step]: state };
    tell(chain);
    return state !== "failed";
  };
  say("permission", "waiting");
  if (!say("permission", (await allowNotifications()) ? "ok" : "failed")) return;
  if (!say("browser", canPush() && (await findSubscription()) ? "ok" : "failed")) return;
  say("key", "waiting");
  const shown = whenShown(SHOWN_WITHIN_MS);
  const { steps } = await askTest();
  for (const { step, ok } of steps) if (!say(step, ok ? "ok" : "failed")) return;
  say("shown", "waiting");
  say("shown", (await shown) ? "ok" : "failed");
}
