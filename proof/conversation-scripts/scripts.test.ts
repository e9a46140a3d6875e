import "../../connector/quiet-console.ts";
import { createHash } from "node:crypto";
import tls from "node:tls";
import { afterAll, afterEach, beforeAll, expect, inject, test } from "vitest";
import { latency } from "../../contracts/testing/latency.ts";
import { type Random, seeded } from "../../contracts/testing/random.ts";
import { sizeOf } from "../../contracts/testing/sizes.ts";
import { WhatsAppEmulator } from "../../sandbox/index.ts";
import { whatsappChannel } from "../chaos/in-process/faulty-channel.ts";
import { openTestSystem, type TestSystem } from "../chaos/in-process/test-system.ts";
import { type Clock, openClock } from "./play/clock.ts";
import { type Flows, openFlows } from "./play/flows.ts";
import { play } from "./play/play.ts";
import { readScripts } from "./play/script.ts";
import { openStage } from "./play/stage.ts";

const scripts = readScripts().filter(({ file, name }) => `${file}: ${name}`.includes(process.env.SCRIPT ?? ""));

const SEED = Number(process.env.SCRIPT_SEED ?? 1);
const seedOf = ({ file, name }: { file: string; name: string }, kind: string) =>
  createHash("sha256").update(`${SEED} ${kind} ${file} ${name}`).digest().readUInt32BE();

/** The part of the scripts that also run with faults, for each kind of fault; `npm run proof` runs all of them. */
const FAULTY_SHARE = sizeOf("SCRIPT_FAULTS");
const withFaults = (kind: string) =>
  scripts.filter((script) => seeded(seedOf(script, `${kind}, chosen`)).chance(FAULTY_SHARE));

let emulator: WhatsAppEmulator;
let system: TestSystem;
let clock: Clock;
let flows: Flows;

beforeAll(async () => {
  emulator = await WhatsAppEmulator.start({ autoDeliver: true });
  tls.setDefaultCACertificates([...tls.getCACertificates(), emulator.media.caPem]);
  system = await openTestSystem(whatsappChannel(emulator), inject("ownerUrl"));
  flows = await openFlows();
  clock = openClock();
});

/** A fault that was planned in one script and did not happen must not affect the next. */
afterEach(() => system.endFaults());

afterAll(async () => {
  clock?.restore();
  flows?.stop();
  await system?.close();
  await emulator?.stop();
});

test.each(scripts)("$file: $name", async (script) => {
  const stage = await openStage(system, clock, script, flows.address);
  expect(await play(script, stage)).toEqual([]);
});

test.each(withFaults("crash"))("$file, with a crash during the script: $name", { timeout: 90_000 }, async (script) => {
  const stage = await openStage(system, clock, script, flows.address);
  const random = seeded(seedOf(script, "crash"));
  const at = random.below(script.steps.length);
  const injectFault = () => crash(random);
  expect(await play(script, stage, { at, injectFault }), `crashed at step ${at + 1}`).toEqual([]);
});

test.each(withFaults("again"))(
  "$file, with every stanza delivered again: $name",
  { timeout: 90_000 },
  async (script) => {
    const stage = await openStage(system, clock, script, flows.address);
    const at = seeded(seedOf(script, "again")).below(script.steps.length);
    await system.phones.fault({ loseReceipts: true });
    try {
      const injectFault = async () => void (await system.phones.fault({ drop: true }));
      expect(await play(script, stage, { at, injectFault }), `dropped at step ${at + 1}`).toEqual([]);
    } finally {
      await system.phones.fault({ loseReceipts: false });
    }
  },
);

test("a wait does the due work of a company whose transactions failed twice", async () => {
  const script = readScripts().find(({ file, steps }) => file === "rotation" && steps.some((step) => "wait" in step));
  if (!script) throw new Error("rotation has no script with a wait");
  const stage = await openStage(system, clock, script, flows.address);
  const at = script.steps.findIndex((step) => "wait" in step);
  // Two connectors work at once, and each meets one of the faults.
  const injectFault = async () => [0, 0].forEach((skip) => void system.breakWorkers("write-lost", skip));
  expect(await play(script, stage, { at, injectFault })).toEqual([]);
});

/**
 * Causes one fault during a step: the connector is killed, or one of its or the workers' transactions is rolled back,
 * or committed with an error.
 */
async function crash(random: Random): Promise<void> {
  const how = random.below(4);
  await latency(random.below(60));
  if (how === 0) return system.connectors.kill();
  if (how === 3) return system.breakWorkers(random.chance(0.5) ? "write-lost" : "commit-unknown", random.below(2));
  system.connectors.breakOnce(how === 1 ? "write-lost" : "commit-unknown", random.below(3));
}
