import "../connector/quiet-console.ts";
import tls from "node:tls";
import postgres from "postgres";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { type Lane, openLane } from "../chaos/seams/lane.ts";
import { WhatsAppEmulator } from "../connector/sandbox/index.ts";
import { migrate } from "../db/index.ts";
import { type Clock, openClock } from "./play/clock.ts";
import { play } from "./play/play.ts";
import { readScripts } from "./play/script.ts";
import { openStage } from "./play/stage.ts";

const scripts = readScripts().filter(({ file, name }) => `${file}: ${name}`.includes(process.env.SCRIPT ?? ""));
const template = `scripts_template_${process.pid}`;

let emulator: WhatsAppEmulator;
let lane: Lane;
let clock: Clock;
let admin: postgres.Sql;

beforeAll(async () => {
  emulator = await WhatsAppEmulator.start({ autoDeliver: true });
  tls.setDefaultCACertificates([...tls.getCACertificates(), emulator.media.caPem]);
  admin = postgres(inject("databaseUrl"), { max: 1, onnotice: () => {} });
  await admin.unsafe(`create database ${template}`);
  await migrate(Object.assign(new URL(inject("databaseUrl")), { pathname: `/${template}` }).href);
  lane = await openLane(emulator, { adminUrl: inject("databaseUrl"), name: template });
  clock = openClock();
});

afterAll(async () => {
  clock?.restore();
  await lane?.close();
  await emulator?.stop();
  await admin?.unsafe(`drop database if exists ${template} with (force)`);
  await admin?.end({ timeout: 5 });
});

test.each(scripts)("$file: $name", { timeout: 60_000 }, async (script) => {
  const stage = await openStage(lane, clock, script, "");
  expect(await play(script, stage)).toEqual([]);
});
