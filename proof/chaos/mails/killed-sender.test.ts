import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { sizeOf } from "../../../contracts/testing/sizes.ts";
import { schema } from "../../../db/index.ts";
import { testDatabase } from "../../../db/testing/given.ts";
import { givenMailingCompany, mailTo, recipientsOf, write } from "../../../domain/office/mails/testing/given-mails.ts";
import { Mailbox, type MailServer, startMailServer } from "../../../sandbox/mail/index.ts";

/** `MAIL_KILLS=100 npx vitest run proof/chaos/mails` kills the process once for each of 100 mails. */
const MAILS = sizeOf("MAIL_KILLS");
/** Where the process is killed: at a step of the SMTP session, in turn. */
const steps = ["connect", "sender", "recipient", "body", "accepted"] as const;

const mailbox = new Mailbox();
let server: MailServer;
let child: ChildProcess | undefined;
let kills = 0;
let sessions = 0;
beforeAll(async () => {
  server = await startMailServer(mailbox);
});
afterAll(async () => {
  child?.kill("SIGKILL");
  await server.stop();
});

test("a sender that is killed at every step sends no mail twice, and marks those that are not certain", async () => {
  const { companyId, ana } = await givenMailingCompany(server.url);
  const addresses = Array.from({ length: MAILS }, (_, number) => `pessoa${number}@chaos.example`);
  await write(ana, mailTo(addresses));
  mailbox.onStep = (step) => {
    if (step !== steps[sessions % steps.length] || kills >= MAILS) return;
    kills += 1;
    sessions += 1;
    child?.kill("SIGKILL");
  };
  const start = async () => {
    const env = {
      ...process.env,
      DATABASE_URL: inject("databaseUrl"),
      COMPANY_ID: companyId,
      SECRET_KEY: "mails of the tests",
    };
    child = spawn(process.execPath, [new URL("sender.ts", import.meta.url).pathname], { env, stdio: "inherit" });
    await once(child, "exit");
  };
  const isOver = async () => (await recipientsOf(companyId)).every(({ state }) => ["sent", "unknown"].includes(state));
  while (kills < MAILS && !(await isOver())) await start();
  mailbox.onStep = null;
  const last = start();
  await expect.poll(isOver, { timeout: 120_000, interval: 200 }).toBe(true);
  child?.kill("SIGKILL");
  await last;
  const arrived = addresses.map((address) => mailbox.seen.get(address) ?? 0);
  const states = (await recipientsOf(companyId)).map(({ state }) => state);
  expect(arrived.filter((count) => count > 1)).toEqual([]);
  expect(states.filter((state, place) => state === "sent" && arrived[place] !== 1)).toEqual([]);
  // Every mail that is not marked has arrived; those that are marked may have.
  expect(arrived.filter((count, place) => count === 0 && states[place] !== "unknown")).toEqual([]);
  const unknown = states.filter((state) => state === "unknown").length;
  expect(unknown).toBeGreaterThan(0);
  console.info(`${MAILS} mails, ${kills} kills: ${states.length - unknown} sent, ${unknown} unknown`);
  const { settings } = schema;
  await testDatabase().company(companyId, (db) => db.delete(settings).where(eq(settings.companyId, companyId)));
}, 600_000);
