import { eq } from "drizzle-orm";
import { afterAll, expect, inject, test } from "vitest";
import { DomainError } from "../../contracts/domain-error.ts";
import { randomOfTest } from "../../contracts/testing/random.ts";
import { sizeOf } from "../../contracts/testing/sizes.ts";
import { applicationUrl, openDatabase, schema } from "../../db/index.ts";
import { type GivenAgent, givenCompany, testDatabase } from "../../db/testing/given.ts";
import { openMailBox } from "../../domain/account/mail/index.ts";
import { newResetCode } from "./mailed-code.ts";
import { askForCode, type ResetDeps, resetByCode } from "./password-reset.ts";

/** An hour in milliseconds. */
const HOUR = 3_600_000;
const GUESSES = sizeOf("GUESSES");
const PER_ROUND = 25;
const ROUND_MS = 60_000;

/** Two processes of the API: each has its own connections. */
const databases = [1, 2].map(() =>
  openDatabase(applicationUrl(inject("ownerUrl")), { max: 8, name: "tests, guesses" }),
);
afterAll(async () => {
  for (const database of databases) await database.close();
});
const secret = new TextEncoder().encode("a secret for tests");
const processes: ResetDeps[] = databases.map((database) => ({
  database,
  resetKeys: [secret],
  mailBox: openMailBox(secret),
}));

/** Resolves with true or false, or null for a refusal because of a limit. */
async function unlessLimited(work: Promise<unknown>): Promise<boolean | null> {
  try {
    return (await work) !== false;
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    if (error.code === "ERR_TOO_MANY_ATTEMPTS") return null;
    expect(error.code).toBe("ERR_RESET_CODE");
    return false;
  }
}

/** The most of the instants that are within one hour of each other. */
function maxWithinAnHour(times: readonly number[]): number {
  const sorted = times.toSorted((a, b) => a - b);
  return Math.max(0, ...sorted.map((start, at) => sorted.slice(at).filter((time) => time < start + HOUR).length));
}

/** Returns how often each valid code of the agent was compared with a guess, by its hash. */
async function attemptsOf({ companyId, id }: GivenAgent): Promise<Map<string, number>> {
  const rows = await testDatabase().company(companyId, (db) =>
    db.select().from(schema.passwordResets).where(eq(schema.passwordResets.userId, id)),
  );
  return new Map(rows.map(({ codeHash, attempts }) => [codeHash, attempts]));
}

test(`${GUESSES} guesses from 40 networks at two processes over hours never pass the limits`, async () => {
  const { ana } = await givenCompany();
  const email = `${ana.id}@teste.example`;
  const networks = Array.from({ length: 40 }, (_, at) => `${ana.id} ${at}`);
  const { pick } = randomOfTest();
  const anyNetwork = () => pick(networks);
  const anyProcess = () => pick(processes);
  const codes: number[] = [];
  const guessesOf = new Map<string, number[]>(networks.map((network) => [network, []]));
  const compared: { at: number; count: number }[] = [];
  const counts = new Map<string, number>();
  let limited = 0;
  const began = Date.parse("2026-05-04T12:00:00Z");
  let at = began;
  for (let guessed = 0; guessed < GUESSES; guessed += PER_ROUND, at += ROUND_MS) {
    const now = new Date(at);
    // The attacker asks for new codes all the time, at both processes at once.
    const asked = await Promise.all(
      processes.map((one) => unlessLimited(askForCode(one, { email, network: anyNetwork(), language: null }, now))),
    );
    const given = asked.filter((answer) => answer === true).length;
    codes.push(...Array<number>(given).fill(at));
    const answers = await Promise.all(
      Array.from({ length: PER_ROUND }, async () => {
        const [network, code] = [anyNetwork(), newResetCode()];
        const input = { email, code, password: "Jarra-azul-7", network, language: null };
        const answer = await unlessLimited(resetByCode(anyProcess(), input, now));
        if (answer !== null) guessesOf.get(network)?.push(at);
        return answer;
      }),
    );
    expect(answers).not.toContain(true);
    limited += answers.filter((answer) => answer === null).length;
    const after = await attemptsOf(ana);
    expect(after.size).toBeLessThanOrEqual(3);
    const more = [...after].map(([hash, count]) => count - (counts.get(hash) ?? 0));
    compared.push({ at, count: Math.max(0, ...more) });
    for (const [hash, count] of after) counts.set(hash, count);
  }
  const hours = (at - began) / HOUR;
  expect(codes.length).toBeGreaterThan(9 * hours);
  expect(maxWithinAnHour(codes)).toBeLessThanOrEqual(12);
  for (const times of guessesOf.values()) expect(maxWithinAnHour(times)).toBeLessThanOrEqual(10);
  // Only these guesses were compared with codes at all: ten for each address within an hour, of 2^40 codes.
  const most = maxWithinAnHour(compared.flatMap(({ at: time, count }) => Array<number>(count).fill(time)));
  expect(most).toBeGreaterThanOrEqual(100);
  expect(most).toBeLessThanOrEqual(400);
  expect(limited).toBeGreaterThan(0);
}, 240_000);
