import { setTimeout as pause } from "node:timers/promises";
import { openActions } from "./actions.ts";
import { verify } from "./conversation-checks.ts";
import type { ChaosEnvironment } from "./environment.ts";
import type { Schedule } from "./schedule.ts";

export type Outcome = { seed: number; violations: string[]; tookMs: number };

/** Runs the messages and faults of a schedule, waits until everything has recovered, and returns the violations. */
export async function runSchedule(
  environment: ChaosEnvironment,
  schedule: Schedule,
  patienceMs: number,
): Promise<Outcome> {
  const began = Date.now();
  const actions = openActions(environment, schedule, began + 3 * patienceMs);
  const violations: string[] = [];
  try {
    for (const step of schedule.steps) {
      if (step.afterMs > 0) await pause(step.afterMs);
      if (step.do === "fault") await environment.injectFault(step.fault);
      else actions.start(step);
    }
    await Promise.race([actions.allDone(), pause(3 * patienceMs, undefined, { ref: false })]);
    await environment.endFaults();
    violations.push(...actions.problems, ...(await verify(environment, actions.conversations, patienceMs)));
  } catch (error) {
    violations.push(
      ...actions.problems,
      `the run itself: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`,
    );
  }
  return { seed: schedule.seed, violations, tookMs: Date.now() - began };
}
