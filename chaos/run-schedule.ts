import { setTimeout as pause } from "node:timers/promises";
import { verify } from "./conversation-checks.ts";
import type { Schedule } from "./schedule.ts";
import { openSpeech } from "./speech.ts";
import type { World } from "./world.ts";

export type Outcome = { seed: number; violations: string[]; tookMs: number };

/** Runs the messages and faults of a schedule, waits until everything has recovered, and returns the violations. */
export async function runSchedule(world: World, schedule: Schedule, patienceMs: number): Promise<Outcome> {
  const began = Date.now();
  const speech = openSpeech(world, schedule, began + 3 * patienceMs);
  const violations: string[] = [];
  try {
    for (const step of schedule.steps) {
      if (step.afterMs > 0) await pause(step.afterMs);
      if (step.do === "fault") await world.strike(step.fault);
      else speech.say(step);
    }
    await Promise.race([speech.allSaid(), pause(3 * patienceMs, undefined, { ref: false })]);
    await world.calm();
    violations.push(...speech.problems, ...(await verify(world, speech.conversations, patienceMs)));
  } catch (error) {
    violations.push(
      ...speech.problems,
      `the run itself: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`,
    );
  }
  return { seed: schedule.seed, violations, tookMs: Date.now() - began };
}
