import { once } from "node:events";
import net, { type AddressInfo } from "node:net";
import { eq } from "drizzle-orm";
import pino from "pino";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { testNow } from "../../contracts/testing/clock.ts";
import { openCompanyPlaces, schema } from "../../db/index.ts";
import { testDatabase } from "../../db/testing/given.ts";
import {
  givenMailingCompany,
  mailTo,
  recipientsOf,
  statesOf,
  write,
} from "../../domain/office/mails/testing/given-mails.ts";
import { Mailbox, type MailServer, startMailServer } from "../../sandbox/mail/index.ts";
import { companyMails } from "./due-work.ts";
import { startDueWork } from "./run-due-work.ts";

const mailbox = new Mailbox();
let server: MailServer;
const companies: string[] = [];
beforeAll(async () => {
  server = await startMailServer(mailbox);
});
afterAll(() => server.stop());
// Other tests list the companies with due mails.
afterEach(async () => {
  for (const companyId of companies.splice(0))
    await testDatabase().company(companyId, (db) =>
      db.delete(schema.mails).where(eq(schema.mails.companyId, companyId)),
    );
});

async function given(url: string, addresses: string[]) {
  const company = await givenMailingCompany(url);
  companies.push(company.companyId);
  await write(company.ana, mailTo(addresses));
  return company.companyId;
}

type Parts = Parameters<typeof companyMails>[0];

/** Starts the sending of the companies' mails, which does not wait for slow servers at its end. */
function startMails(own: string[], more: { secrets?: string; logger?: pino.Logger } = {}) {
  const database = testDatabase();
  const run: Parts["transactions"]["run"] = (companyId, work) =>
    database.company(companyId, (db) => work({ db, companyId, now: testNow() }));
  const places = openCompanyPlaces(database, pino({ enabled: false }));
  const transactions = { run, runAndNumber: run, places, settled: async () => {} };
  const platform = {
    execute: async () => own.map((id) => ({ id })),
  } as unknown as Parts["database"]["platform"];
  const rules = { allowed: ["127.0.0.1"], perHour: 500, perDay: 5_000 };
  const logger = pino({ enabled: false });
  const parts = { database: { platform }, transactions, secrets: "mails of the tests", rules, ...more };
  const row = { ...companyMails(parts), everyMs: 20, graceMs: 0 };
  return startDueWork([row], { database, transactions, logger, ...more });
}

/** A mail server that answers until the step and then no more. */
async function givenSlowServer(silentAt: "greeting" | "recipient" | "body") {
  const reached = Promise.withResolvers<void>();
  const slow = net.createServer((socket) => {
    socket.on("error", () => undefined);
    if (silentAt === "greeting") return reached.resolve();
    socket.write("220 slow\r\n");
    let isBody = false;
    socket.on("data", (data) => {
      if (isBody) return reached.resolve();
      const line = data.toString();
      if (silentAt === "recipient" && line.startsWith("RCPT")) return reached.resolve();
      isBody = line.startsWith("DATA");
      socket.write(
        isBody ? "354 go on\r\n" : line.startsWith("EHLO") ? "250-slow\r\n250 AUTH PLAIN\r\n" : "250 ok\r\n",
      );
    });
  });
  slow.listen(0, "127.0.0.1");
  await once(slow, "listening");
  return {
    url: `smtp://127.0.0.1:${(slow.address() as AddressInfo).port}`,
    reached: reached.promise,
    close: () => slow.close(),
  };
}

test("the loop sends the mails of companies; a server that does not answer holds up its own company only", async () => {
  const slow = await givenSlowServer("greeting");
  const held = await given(slow.url, ["um@lenta.example"]);
  const free = await given(server.url, ["um@loop.example", "dois@loop.example"]);
  const loop = await startMails([held, free]);
  await expect.poll(() => statesOf(free)).toEqual(["sent", "sent"]);
  await slow.reached;
  await loop.stop();
  slow.close();
  // The attempt of the process that ended does not count, and the next process need not wait for its lease.
  expect(await recipientsOf(held)).toMatchObject([{ state: "waiting", attempts: 0, leaseId: null, problem: null }]);
  expect([...mailbox.seen.values()]).toEqual([1, 1]);
});

test("the end of the process releases a mail whose recipient the server has not accepted yet", async () => {
  const slow = await givenSlowServer("recipient");
  const held = await given(slow.url, ["cinco@lenta.example"]);
  const loop = await startMails([held]);
  await slow.reached;
  await loop.stop();
  slow.close();
  expect(await recipientsOf(held)).toMatchObject([{ state: "waiting", attempts: 0, leaseId: null, problem: null }]);
});

test("the end of the process does not wait for the reply to a body: the mail is unknown", async () => {
  const slow = await givenSlowServer("body");
  const held = await given(slow.url, ["tres@lenta.example"]);
  const loop = await startMails([held]);
  await slow.reached;
  await loop.stop();
  slow.close();
  expect(await recipientsOf(held)).toMatchObject([{ state: "unknown", attempts: 1, leaseId: null }]);
});

test("the loop goes on after an error of the database, and says so in the log without an address", async () => {
  const lines: string[] = [];
  const logger = pino({}, { write: (line) => void lines.push(line) });
  const companyId = await given(server.url, ["quatro@loop.example"]);
  const loop = await startMails([companyId], { logger, secrets: "another secret" });
  await expect.poll(() => lines.length).toBeGreaterThan(1);
  await loop.stop();
  expect(lines.map((line) => JSON.parse(line).event)).toContain("due_item_failed");
  expect(lines.join()).not.toMatch(/quatro|segredo/);
});
