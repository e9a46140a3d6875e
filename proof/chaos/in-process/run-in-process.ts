import "../../../connector/quiet-console.ts";
import { setTimeout as pause } from "node:timers/promises";
import tls from "node:tls";
import { WhatsAppEmulator } from "../../../sandbox/index.ts";
import type { RepertoireName } from "../kinds.ts";
import { type Outcome, runSchedule } from "../run-schedule.ts";
import { scheduleOf } from "../schedule.ts";
import { whatsappChannel } from "./faulty-channel.ts";
import { pageChannel, pageFaults } from "./page-channel.ts";
import { openTestSystem } from "./test-system.ts";

/** A state that has not changed for this time is stuck. */
const PATIENCE_MS = 45_000;
/** A limit above `PATIENCE_MS`, which no step reaches on any machine. */
const STUCK_MS = 5 * 60_000;

export type InProcessRun = {
  seeds: number[];
  /** The address with the role that owns the cluster. */
  adminUrl: string;
  /** The number of desks that run schedules in parallel. */
  parallel: number;
  kinds?: RepertoireName;
  onOutcome?(outcome: Outcome): void;
};

/** Runs every seed once, with faults between the parts of this one process. */
export async function runInProcess({
  seeds,
  adminUrl,
  parallel,
  kinds = "few",
  onOutcome,
}: InProcessRun): Promise<Outcome[]> {
  const emulator = await WhatsAppEmulator.start({ autoDeliver: true });
  // Replaces an earlier emulator's authority, which has the same name and would be used instead.
  tls.setDefaultCACertificates([...tls.getCACertificates("bundled"), emulator.media.caPem]);
  const isPage = kinds === "facebook" || kinds === "instagram";
  const openChannel = isPage ? pageChannel(kinds) : whatsappChannel(emulator);
  const waiting = [...seeds];
  const outcomes: Outcome[] = [];

  async function work(): Promise<void> {
    const system = await inTime("opening a test system", openTestSystem(openChannel, adminUrl));
    for (let seed = waiting.shift(); seed !== undefined; seed = waiting.shift()) {
      const environment = await inTime(`seed ${seed}: opening the environment`, system.openEnvironment());
      const outcome = await inTime(
        `seed ${seed}`,
        runSchedule(environment, scheduleOf(seed, { kinds, ...(isPage && { faults: pageFaults }) }), PATIENCE_MS),
      );
      outcomes.push(outcome);
      onOutcome?.(outcome);
      await inTime(`after seed ${seed}: closing the environment`, environment.close());
    }
    await inTime("closing a test system", system.close());
  }

  try {
    const opened: Promise<void>[] = [];
    for (let count = 0; count < Math.min(parallel, seeds.length); count++) opened.push(work());
    await Promise.all(opened);
  } finally {
    await emulator.stop();
  }
  return outcomes.sort((a, b) => a.seed - b.seed);
}

async function inTime<T>(what: string, work: Promise<T>): Promise<T> {
  const late = new AbortController();
  const tooLate = pause(STUCK_MS, undefined, late).then(() => {
    throw new Error(`${what}: stuck`);
  });
  try {
    return await Promise.race([work, tooLate]);
  } finally {
    late.abort();
    tooLate.catch(() => {}); // aborted, or thrown by the race
  }
}
