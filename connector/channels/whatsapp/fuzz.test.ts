import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { sizeOf } from "../../../contracts/testing/sizes.ts";
import type { Account, Contact } from "../../../sandbox/index.ts";
import { type Stanza, sendStanza, stanza } from "../../testing/fuzzed-stanzas.ts";
import {
  givenLinkedConnection,
  openTestEnvironment,
  type TestCompany,
  type TestEnvironment,
  until,
} from "../../testing/given-connection.ts";

/** The number of stanzas; FUZZ_WHATSAPP and FUZZ_SEED extend the search. */
const RUNS = sizeOf("FUZZ_WHATSAPP");
const SEED = Number(process.env.FUZZ_SEED ?? 20_260_701);
const AT_ONCE = 125;
const PHONES = 4;
/** The library pauses this long after each unreadable message, and later ones wait for it. */
const REST_MS = 250;
const PATIENCE_MS = 120_000;

let environment: TestEnvironment;
let program: { child: ChildProcess; said: () => string };
beforeAll(async () => {
  environment = await openTestEnvironment();
  program = await startProgram();
}, 180_000);
afterAll(async () => {
  program.child.kill("SIGTERM");
  if (program.child.exitCode === null) await once(program.child, "exit");
  await environment.close();
});

/** The real program, because an exception in a listener ends the process only there. */
async function startProgram() {
  const env = {
    ...process.env,
    DATABASE_URL: environment.databaseUrl,
    DATA_DIR: environment.dataDir,
    SECRET_KEY: "a secret key for the tests only, long enough",
    SANDBOX_WS_URL: environment.emulator.url,
    SANDBOX_CA: environment.emulator.media.caPath,
    LOG_LEVEL: "error",
  };
  const child = spawn(process.execPath, [new URL("../../main.ts", import.meta.url).pathname], {
    env,
    stdio: ["pipe", "pipe", "pipe"],
  });
  let said = "";
  const ready = once(child.stdout, "data");
  child.stderr?.on("data", (part) => {
    said += part;
  });
  // Without a limit, because a busy machine may be slow.
  await Promise.race([ready, once(child, "exit")]);
  return { child, said: () => said };
}

type Linked = { company: TestCompany; shop: Account; customer: Contact };

async function givenPhones(): Promise<Linked[]> {
  return Promise.all(
    Array.from({ length: PHONES }, async () => ({
      ...(await givenLinkedConnection(environment.database, environment.emulator)),
      customer: environment.emulator.createContact({ name: "Ana" }),
    })),
  );
}

const has = async ({ company }: Linked, body: string) =>
  (await company.messages()).filter((one) => one.body === body).length === 1;

/** An honest message of another sender on the same connection after all of it. */
async function expectHonest(phones: readonly Linked[], round: number) {
  for (const phone of phones) {
    const honest = environment.emulator.createContact({ name: "Bia" });
    await honest.sendText(phone.shop, `honesta ${round}`);
  }
  const haveAll = async () => {
    for (const phone of phones) if (!(await has(phone, `honesta ${round}`))) return false;
    return true;
  };
  await vi.waitUntil(haveAll, { interval: 20, timeout: PATIENCE_MS }).catch(() => {
    throw new Error(`an honest message did not arrive\n${program.said().slice(-2_000)}`);
  });
}

test(
  `${RUNS} malformed stanzas: the program keeps running, and valid messages after them arrive`,
  async () => {
    const phones = await givenPhones();
    const untouched = await givenLinkedConnection(environment.database, environment.emulator);
    await environment.emulator.createContact({}).sendText(untouched.shop, "só esta");
    let round = 0;
    let sent = 0;
    const batch = fc.asyncProperty(
      fc.array(stanza, { minLength: AT_ONCE, maxLength: AT_ONCE }),
      async (stanzas: Stanza[]) => {
        if (program.child.exitCode !== null || program.child.signalCode !== null) program = await startProgram();
        await until(() => phones.every(({ shop }) => shop.onlineCompanions.length > 0));
        await Promise.all(
          phones.map(async ({ shop, customer }, place) => {
            for (const one of stanzas.filter((_, index) => index % PHONES === place)) {
              const went = await sendStanza(one, shop, customer);
              sent += Number(went);
            }
          }),
        );
        round += 1;
        try {
          await expectHonest(phones, round);
        } catch (error) {
          // A stuck program stays stuck: the next, smaller case starts a new one.
          program.child.kill("SIGKILL");
          await once(program.child, "exit");
          throw error;
        }
        if (program.child.exitCode !== null) throw new Error(`the program has ended: ${program.said().slice(-3_000)}`);
      },
    );
    await fc.assert(batch, { seed: SEED, numRuns: Math.ceil(RUNS / AT_ONCE), endOnFailure: false });
    expect(sent).toBeGreaterThan(RUNS * 0.7);
    expect((await untouched.company.messages()).map(({ body }) => body)).toEqual(["só esta"]);
  },
  240_000 + RUNS * REST_MS,
);
