import { randomUUID } from "node:crypto";
import pino from "pino";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { MailJob } from "../../contracts/account/mail.ts";
import { testTime } from "../../contracts/testing/clock.ts";
import { enqueue } from "../../db/index.ts";
import { type OwnDatabase, openOwnDatabase } from "../../db/testing/own-database.ts";
import { openMailBox, openMailer, queueSecretMail } from "../../domain/account/mail/index.ts";
import { Mailbox, type MailServer, startMailServer } from "../../sandbox/mail/index.ts";
import { startJobs } from "./jobs.ts";
import { openMailSender } from "./send-mails.ts";

const SECRET = "a secret key for the tests only, long enough";
const mailbox = new Mailbox();
let server: MailServer;
let own: OwnDatabase;
beforeAll(async () => {
  own = await openOwnDatabase();
  server = await startMailServer(mailbox);
});
afterAll(async () => {
  await server.stop();
  await own.drop();
});

const values = { name: "Marina", company: "Olaria", lastDay: "2026-05-04" };
const job = (to: string): MailJob & { companyId: string } => ({
  companyId: randomUUID(),
  to,
  template: "welcome",
  language: "pt",
  values,
});

function givenLog() {
  const lines: string[] = [];
  return { lines, logger: pino({}, { write: (line) => void lines.push(line) }) };
}

test("the worker sends queued mails", async () => {
  const mail = job("marina@olaria.example");
  await own.database.company(mail.companyId, (db) => enqueue(db, "mail.send", mail));
  const media = { fetch: async () => {}, giveUp: async () => {} };
  const mailer = openMailer({
    smtpUrl: server.url,
    from: "a@desk.example",
    publicUrl: "https://desk.example",
    secrets: SECRET,
  });
  const { logger } = givenLog();
  const jobs = await startJobs({ url: own.url, database: own.database, media, mailer, logger });
  await expect.poll(() => mailbox.mails.map(({ to }) => to)).toEqual([mail.to]);
  await jobs.stop();
  mailer.close();
  expect(mailbox.mails[0]?.text).toContain("https://desk.example/connections");
});

test("without a mail server the job ends, and the log says so once", async () => {
  const { lines, logger } = givenLog();
  const send = openMailSender({ mailer: null, logger });
  await send(job("a@x.example"), "1");
  await send(job("b@x.example"), "2");
  expect(lines.map((line) => JSON.parse(line).event)).toEqual(["mail_not_set_up"]);
});

test("a refused recipient ends the job, a server that is away repeats it, and no log names the recipient", async () => {
  const { lines, logger } = givenLog();
  const open = (smtpUrl: string) => openMailer({ smtpUrl, from: "a@desk.example", publicUrl: "", secrets: SECRET });
  await openMailSender({ mailer: open(server.url), logger })(job("rui@unknown.example"), "3");
  expect(lines.map((line) => JSON.parse(line).event)).toEqual(["mail_refused"]);
  expect(lines.join()).not.toContain("rui");
  await expect(
    openMailSender({ mailer: open("smtp://127.0.0.1:1"), logger })(job("a@x.example"), "4"),
  ).rejects.toThrow();
});

test("a code is in the mail, in no job after sending, and in no log; one that comes too late is not sent", async () => {
  const { companyId } = job("");
  const code = "K7M2PXQ4";
  const to = "rui@olaria.example";
  const minutes = 15;
  const mail = { to, template: "passwordReset" as const, language: "pt" as const, secret: "code" as const };
  const values = { name: "Rui", email: to, minutes, code };
  const queue = (change: { to: string; expiresAt: Date }) =>
    own.database.company(companyId, (db) =>
      queueSecretMail({ db, companyId }, openMailBox(SECRET), { ...mail, values, ...change }),
    );
  await queue({ to: "tarde@olaria.example", expiresAt: new Date(testTime() - 1) });
  await queue({ to, expiresAt: new Date(testTime() + minutes * 60_000) });
  const media = { fetch: async () => {}, giveUp: async () => {} };
  const mailer = openMailer({ smtpUrl: server.url, from: "a@desk.example", publicUrl: "", secrets: SECRET });
  const { lines, logger } = givenLog();
  const jobs = await startJobs({ url: own.url, database: own.database, media, mailer, logger });
  const stored = () =>
    own.database.platform.execute<{ state: string; job: string }>(
      `select state::text, j::text as job from pgboss.job j where name = 'mail.send' and data->>'companyId' = '${companyId}'`,
    );
  const states = async () => (await stored()).map(({ state }) => state);
  await expect.poll(states).toEqual(["completed", "completed"]);
  await jobs.stop();
  mailer.close();
  const sent = mailbox.mails.filter(
    ({ to: address }) => address.endsWith("@olaria.example") && address !== "marina@olaria.example",
  );
  expect(sent.map((one) => one.to)).toEqual([to]);
  expect(sent[0]?.text).toContain("K7M2 PXQ4");
  expect(sent[0]?.subject).not.toContain("K7M2");
  expect((await stored()).map(({ job: row }) => row).join()).not.toMatch(/K7M2/i);
  expect(lines.join()).toContain("mail_expired");
  expect(lines.join()).not.toMatch(/K7M2|rui|tarde/i);
});
