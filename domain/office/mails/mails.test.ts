import { randomUUID } from "node:crypto";
import { and, eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { testTime } from "../../../contracts/testing/clock.ts";
import { schema } from "../../../db/index.ts";
import { givenCompany } from "../../../db/testing/given.ts";
import { Mailbox, type MailServer, startMailServer } from "../../../sandbox/mail/index.ts";
import { acting, atDesk, refusal } from "../../testing.ts";
import {
  cancelMail,
  decideUnknown,
  getMail,
  getMailSetup,
  listMails,
  listSentMails,
  mailServerToTest,
  readMailRules,
  resendMail,
  sendMailNow,
  testMailServer,
} from "./index.ts";
import {
  givenMailingCompany,
  givenMailServer,
  mailBox,
  mailTo,
  recipientsOf,
  statesOf,
  work,
  write,
} from "./testing/given-mails.ts";

const mailbox = new Mailbox();
let server: MailServer;
let company: Awaited<ReturnType<typeof givenMailingCompany>>;
let other: Awaited<ReturnType<typeof givenMailingCompany>>;
beforeAll(async () => {
  server = await startMailServer(mailbox);
  company = await givenMailingCompany(server.url);
  other = await givenMailingCompany(server.url);
});
afterAll(() => server.stop());

const tomorrow = () => new Date(testTime() + 86_400_000).toISOString();

const setState = (mailId: string, companyId: string, state: "failed" | "unknown") =>
  atDesk(companyId, (ctx) =>
    ctx.db
      .update(schema.mailRecipients)
      .set({ state })
      .where(and(eq(schema.mailRecipients.companyId, companyId), eq(schema.mailRecipients.mailId, mailId))),
  );

test("a mail is stored once for each id, with a row for each recipient", async () => {
  const id = randomUUID();
  const mail = mailTo(["um@v.example", "dois@v.example"], { id });
  await write(company.ana, mail);
  await write(company.ana, { ...mail, subject: "Outro" });
  const found = await acting(company.ana, (ctx) => getMail(ctx, id));
  expect(found).toMatchObject({ subject: "Convite", userName: "Ana", address: "um@v.example", isScheduled: false });
  expect(found.recipients.map(({ address, state }) => [address, state])).toEqual([
    ["um@v.example", "waiting"],
    ["dois@v.example", "waiting"],
  ]);
  expect(await refusal(write(company.bia, mail))).toMatchObject({ code: "ERR_NO_MAIL_FOUND" });
});

test("a time is the company's, and has to be in the future", async () => {
  const now = new Date("2026-05-04T12:00:00Z");
  const { id } = await write(company.ana, mailTo(["a@v.example"], { sendAt: "2026-05-04T09:01" }), now);
  const found = await acting(company.ana, (ctx) => getMail(ctx, id), now);
  expect([found.sendAt?.toISOString(), found.isScheduled]).toEqual(["2026-05-04T12:01:00.000Z", true]);
  for (const sendAt of ["2026-05-04T09:00", "2026-05-04T12:00:00Z", "2026-05-03T23:00"])
    expect(await refusal(write(company.ana, mailTo(["a@v.example"], { sendAt }), now))).toMatchObject({
      code: "ERR_MAIL_NOT_FUTURE",
    });
});

test("without a mail server nothing is stored", async () => {
  const { companyId, ana } = await givenCompany();
  expect(await refusal(write(ana, mailTo(["a@v.example"])))).toMatchObject({ code: "ERR_MAIL_NOT_SET_UP" });
  expect(await recipientsOf(companyId)).toEqual([]);
});

test("waiting recipients can be cancelled, failed ones sent again, unknown ones decided about; no other", async () => {
  const { companyId, ana } = await givenMailingCompany(server.url);
  const { id } = await write(ana, mailTo(["a@w.example", "b@w.example"]));
  const act = (verb: Parameters<typeof acting>[1]) => acting(ana, verb);
  const refused = (verb: Parameters<typeof acting>[1]) => refusal(act(verb));
  const inState = { code: "ERR_MAIL_STATE" };
  expect(await refused((ctx) => resendMail(ctx, id))).toMatchObject(inState);
  expect(await refused((ctx) => decideUnknown(ctx, id, { outcome: "resend" }))).toMatchObject(inState);
  expect(await act((ctx) => cancelMail(ctx, id))).toEqual({ count: 2 });
  expect(await refused((ctx) => cancelMail(ctx, id))).toMatchObject(inState);
  await setState(id, companyId, "failed");
  const [first] = await recipientsOf(companyId);
  await act((ctx) => resendMail(ctx, id, [first?.id ?? ""]));
  expect(await statesOf(companyId)).toEqual(["waiting", "failed"]);
  await setState(id, companyId, "unknown");
  await work(companyId);
  expect(await statesOf(companyId)).toEqual(["unknown", "unknown"]);
  await act((ctx) => decideUnknown(ctx, id, { outcome: "arrived", ids: [first?.id ?? ""] }));
  await act((ctx) => decideUnknown(ctx, id, { outcome: "resend" }));
  expect(await statesOf(companyId)).toEqual(["sent", "waiting"]);
  await work(companyId);
  expect(await statesOf(companyId)).toEqual(["sent", "sent"]);
  expect(mailbox.mails.filter(({ to }) => to.endsWith("@w.example")).map(({ to }) => to)).toEqual(["b@w.example"]);
});

test("a scheduled mail is sent now, or replaced by another one, which cancels it", async () => {
  const { companyId, ana } = await givenMailingCompany(server.url);
  const first = await write(ana, mailTo(["x@y.example"], { sendAt: tomorrow() }));
  const second = await write(ana, mailTo(["z@y.example"], { sendAt: tomorrow(), replacesId: first.id }));
  expect(await statesOf(companyId)).toEqual(["cancelled", "waiting"]);
  await acting(ana, (ctx) => sendMailNow(ctx, second.id));
  await work(companyId);
  expect(await statesOf(companyId)).toEqual(["cancelled", "sent"]);
  const replaced = write(ana, mailTo(["z@y.example"], { replacesId: second.id }));
  expect(await refusal(replaced)).toMatchObject({ code: "ERR_MAIL_STATE" });
});

test("the list has five mails per page, groups and a search over subjects and addresses", async () => {
  const { companyId, ana, admin, bia } = await givenMailingCompany(server.url);
  for (let number = 1; number <= 6; number++)
    await write(ana, mailTo([`pessoa${number}@lista.example`], { subject: `Aviso ${number}`, body: "x".repeat(150) }));
  const scheduled = await write(ana, mailTo(["depois@lista.example"], { sendAt: tomorrow(), subject: "Depois" }));
  const failed = await write(bia, mailTo(["falhou@lista.example"], { subject: "Falhou" }));
  await setState(failed.id, companyId, "failed");
  const list = (filter: Parameters<typeof listMails>[1], who = ana) => acting(who, (ctx) => listMails(ctx, filter));
  const page = await list({});
  expect(page.mails.map(({ subject }) => subject)).toEqual(["Aviso 6", "Aviso 5", "Aviso 4", "Aviso 3", "Aviso 2"]);
  expect([page.count, page.hasMore, page.groups, page.mails[0]?.preview.length]).toEqual([
    6,
    true,
    { sent: 6, scheduled: 1, failed: 0, cancelled: 0 },
    101,
  ]);
  expect((await list({ page: 2 })).mails.map(({ subject }) => subject)).toEqual(["Aviso 1"]);
  expect((await list({ group: "scheduled" })).mails.map(({ id }) => id)).toEqual([scheduled.id]);
  expect((await list({ search: "AVISO pessoa3" })).mails.map(({ subject }) => subject)).toEqual(["Aviso 3"]);
  expect((await list({ group: "failed" }, admin)).mails[0]).toMatchObject({ id: failed.id, userName: "Bia" });
  // A cancelled one has not been sent: it has a place of its own.
  await acting(ana, (ctx) => cancelMail(ctx, scheduled.id));
  expect((await list({ group: "cancelled" })).mails.map(({ id }) => id)).toEqual([scheduled.id]);
  expect((await list({})).groups).toEqual({ sent: 6, scheduled: 0, failed: 0, cancelled: 1 });
  await work(companyId);
  const sent = await acting(ana, listSentMails);
  expect([sent.length, sent[0]?.body.length]).toEqual([6, 150]);
});

test("users see and change their own mails, admins those of everyone, other companies none", async () => {
  const { id } = await write(company.ana, mailTo(["so@minha.example"], { subject: "Só minha" }));
  type Verb = (ctx: Parameters<typeof getMail>[0], id: string) => Promise<unknown>;
  const decide: Verb = (ctx, mailId) => decideUnknown(ctx, mailId, { outcome: "resend" });
  const verbs: Verb[] = [getMail, cancelMail, resendMail, sendMailNow, decide];
  for (const who of [company.bia, other.admin])
    for (const verb of verbs)
      expect(await refusal(acting(who, (ctx) => verb(ctx, id)))).toMatchObject({ code: "ERR_NO_MAIL_FOUND" });
  expect(await refusal(write(other.admin, mailTo(["a@b.example"], { replacesId: id })))).toMatchObject({
    code: "ERR_NO_MAIL_FOUND",
  });
  const found = await acting(other.admin, (ctx) => listMails(ctx, { search: "minha" }));
  expect([found.mails, (await acting(company.bia, (ctx) => listMails(ctx, { search: "minha" }))).mails]).toEqual([
    [],
    [],
  ]);
  expect((await acting(company.admin, (ctx) => getMail(ctx, id))).subject).toBe("Só minha");
});

test("only admins test the mail server; the test names the step that failed and answers no secret", async () => {
  const { admin, ana } = await givenMailingCompany(server.url);
  const rules = { allowed: ["127.0.0.1"] };
  const result = async (allowed = rules) =>
    testMailServer(await acting(admin, (ctx) => mailServerToTest(ctx, mailBox)), allowed);
  const notAllowed = refusal(acting(ana, async (ctx) => mailServerToTest(ctx, mailBox)));
  expect(await notAllowed).toMatchObject({ code: "ERR_NO_PERMISSION" });
  expect(await result()).toEqual({ problem: null, reply: "" });
  mailbox.faults.refuseLogin = true;
  expect(await result()).toEqual({ problem: "login", reply: "535 user or password is wrong" });
  mailbox.faults.refuseLogin = false;
  expect(await result({ allowed: [] })).toMatchObject({ problem: "private" });
  const steps = {
    "127.0.0.1:1": "connect",
    "smtps://127.0.0.1": "connect",
    "nowhere.invalid": "address",
    "nowhere.invalid:22": "port",
    "nowhere.invalid:4650": "port",
    "": "notSetUp",
  };
  for (const [smtpauth, problem] of Object.entries(steps)) {
    await givenMailServer(admin, "", { smtpauth });
    expect([smtpauth, await result()]).toMatchObject([smtpauth, { problem }]);
  }
  await givenMailServer(admin, server.url.replace("smtp:", "smtps:"));
  expect(await result()).toMatchObject({ problem: "tls" });
});

test("the sender is the sender's setting or the user; everyone knows it, without the secrets", async () => {
  const { admin, ana } = await givenMailingCompany(server.url);
  const setup = () => acting(ana, getMailSetup);
  expect(await setup()).toMatchObject({ isSetUp: true, from: { address: "contato@olaria.example" } });
  await givenMailServer(admin, server.url, { sendersmtpauth: "Olaria Serra <oi@serra.example>" });
  expect(await setup()).toEqual({ isSetUp: true, from: { name: "Olaria Serra", address: "oi@serra.example" } });
  await givenMailServer(admin, server.url, { sendersmtpauth: "", usersmtpauth: "olaria" });
  expect(await setup()).toEqual({ isSetUp: false, from: null });
});

test("MAIL_ALLOW, MAIL_PER_HOUR and MAIL_PER_DAY are read from the environment", () => {
  expect(readMailRules({})).toEqual({ allowed: [], perHour: 500, perDay: 5_000 });
  expect(readMailRules({ MAIL_ALLOW: "Mail.lan, 10.0.0.1:25", MAIL_PER_HOUR: "20", MAIL_PER_DAY: "90" })).toEqual({
    allowed: ["mail.lan", "10.0.0.1:25"],
    perHour: 20,
    perDay: 90,
  });
  for (const MAIL_PER_HOUR of ["0", "x", "1.5"])
    expect(() => readMailRules({ MAIL_PER_HOUR })).toThrow(/^MAIL_PER_HOUR is/);
  expect(() => readMailRules({ MAIL_PER_DAY: "many" })).toThrow(/^MAIL_PER_DAY is/);
});
