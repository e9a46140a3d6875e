import "../../connector/quiet-console.ts";
import { setTimeout as pause } from "node:timers/promises";
import tls from "node:tls";
import postgres from "postgres";
import { WhatsAppEmulator } from "../../connector/sandbox/index.ts";
import { migrate } from "../../db/index.ts";
import type { RepertoireName } from "../kinds.ts";
import { type Outcome, runSchedule } from "../run-schedule.ts";
import { scheduleOf } from "../schedule.ts";
import { openLane } from "./lane.ts";
import { whatsappLine } from "./line.ts";
import { pageFaults, pageLine } from "./page-line.ts";

/** What has not moved for so long is stuck. */
const PATIENCE_MS = 45_000;
/** Beyond patience: nothing that is asked for takes so long on any machine. */
const STUCK_MS = 5 * 60_000;
const TEMPLATE = "chaos_template";

export type SeamRun = {
  seeds: number[];
  /** Of a cluster's owner. */
  adminUrl: string;
  /** Desks that run schedules side by side. */
  lanes: number;
  kinds?: RepertoireName;
  onOutcome?(outcome: Outcome): void;
};

/** Runs every seed once; faults strike at the seams of this one process. */
export async function runSeams({ seeds, adminUrl, lanes, kinds = "few", onOutcome }: SeamRun): Promise<Outcome[]> {
  const emulator = await WhatsAppEmulator.start({ autoDeliver: true });
  // One authority of that name at a time: a former emulator's would be taken for it.
  tls.setDefaultCACertificates([...tls.getCACertificates("bundled"), emulator.media.caPem]);
  const isPage = kinds === "facebook" || kinds === "instagram";
  const openLine = isPage ? pageLine(kinds) : whatsappLine(emulator);
  const admin = postgres(adminUrl, { max: 1, onnotice: () => {} });
  const template = `${TEMPLATE}_${process.pid}`;
  await admin.unsafe(`create database ${template}`);
  await migrate(Object.assign(new URL(adminUrl), { pathname: `/${template}` }).href);
  const waiting = [...seeds];
  const outcomes: Outcome[] = [];

  async function work(): Promise<void> {
    const lane = await inTime("opening a lane", openLane(openLine, { adminUrl, name: template }));
    for (let seed = waiting.shift(); seed !== undefined; seed = waiting.shift()) {
      const world = await inTime(`seed ${seed}: opening a world`, lane.openWorld());
      const outcome = await inTime(
        `seed ${seed}`,
        runSchedule(world, scheduleOf(seed, { kinds, ...(isPage && { faults: pageFaults }) }), PATIENCE_MS),
      );
      outcomes.push(outcome);
      onOutcome?.(outcome);
      await inTime(`after seed ${seed}: closing the world`, world.close());
    }
    await inTime("closing a lane", lane.close());
  }

  try {
    const opened: Promise<void>[] = [];
    for (let lane = 0; lane < Math.min(lanes, seeds.length); lane++) opened.push(work());
    await Promise.all(opened);
  } finally {
    await emulator.stop();
    await admin.unsafe(`drop database if exists ${template} with (force)`);
    await admin.end({ timeout: 5 });
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
    tooLate.catch(() => {});
  }
}
