import { setTimeout as pause } from "node:timers/promises";
import { openActions } from "./actions.ts";
import { verify } from "./conversation-checks.ts";
import type { Schedule } from "./schedule.ts";
import type { World } from "./world.ts";

export type Outcome = { seed: number; violations: string[]; tookMs: number };

/** Runs the messages and faults of a schedule, waits until everything has recovered, and returns the violations. */
export async function runSchedule(world: World, schedule: Schedule, patienceMs: number): Promise<Outcome> {
  const began = Date.now();
  const actions = openActions(world, schedule, began + 3 * patienceMs);
  const violations: string[] = [];
  try {
    for (const step of schedule.steps) {
      if (step.afterMs > 0) await pause(step.afterMs);
      if (step.do === "fault") await world.strike(step.fault);
      else actions.start(step);
    }
    await Promise.race([actions.allDone(), pause(3 * patienceMs, undefined, { ref: false })]);
    await world.calm();
    violations.push(...actions.problems, ...(await verify(world, actions.conversations, patienceMs)));
  } catch (error) {
    violations.push(
      ...actions.problems,
      `the run itself: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`,
    );
  }
  return { seed: schedule.seed, violations, tookMs: Date.now() - began };
}
