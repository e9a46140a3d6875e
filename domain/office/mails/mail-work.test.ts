import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { testNow, testTime } from "../../../contracts/testing/clock.ts";
import { schema } from "../../../db/index.ts";
import { testDatabase } from "../../../db/testing/given.ts";
import { Mailbox, type MailServer, startMailServer } from "../../../sandbox/mail/index.ts";
import { breakSteps } from "../../../sandbox/mail/mail-faults.ts";
import { acting, atDesk } from "../../testing.ts";
import { cancelMail, companiesWithDueMails, resendMail } from "./index.ts";
import { claimMail, markSending } from "./mail-work.ts";
import {
  givenMailingCompany,
  givenMailServer,
  mailTo,
  recipientsOf,
  statesOf,
  work,
  write,
} from "./testing/given-mails.ts";

const mailbox = new Mailbox();
let server: MailServer;
beforeAll(async () => {
  server = await startMailServer(mailbox);
});
afterAll(() => server.stop());
beforeEach(() => {
  Object.assign(mailbox.faults, { refuse: "", defer: "", breakAt: null, breaks: 0, refuseLogin: false });
});

const arrivedAt = (address: string) => mailbox.mails.filter(({ to }) => to === address);
const minutes = (count: number) => new Date(testTime() + count * 60_000);

test("each recipient gets a mail of their own, as text and as escaped HTML", async () => {
  const { companyId, ana } = await givenMailingCompany(server.url);
  await write(ana, mailTo(["um@a.example", "dois@a.example"]));
  await work(companyId);
  expect(await statesOf(companyId)).toEqual(["sent", "sent"]);
  const [mail] = arrivedAt("um@a.example");
  expect(mail).toMatchObject({ to: "um@a.example", subject: "Convite", text: "Oi!\n\nAté <sábado>." });
  expect(mail?.from).toMatch(/^"?Empresa .*<contato@olaria\.example>$/);
  expect(mail?.html).toContain("Até &lt;sábado&gt;.");
  const [row] = await recipientsOf(companyId);
  expect(row).toMatchObject({ problem: null, attempts: 1, leaseId: null });
  expect(row?.reply).toMatch(/^250/);
  expect(mail?.messageId).toBe(`<${row?.messageId}>`);
});

test("a recipient that is refused for good fails with the server's reply, the others are sent", async () => {
  const { companyId, ana } = await givenMailingCompany(server.url);
  await write(ana, mailTo(["a1@b.example", "x@unknown.example", "a3@b.example"]));
  await work(companyId);
  expect(await statesOf(companyId)).toEqual(["sent", "failed", "sent"]);
  expect((await recipientsOf(companyId))[1]).toMatchObject({ problem: "recipient", reply: "550 no such mailbox" });
});

test("one that is refused for now waits, with growing pauses, and fails after ten attempts", async () => {
  const { companyId, ana } = await givenMailingCompany(server.url);
  mailbox.faults.defer = "busy@";
  await write(ana, mailTo(["busy@c.example"]));
  const pauses: number[] = [];
  let at = testTime();
  for (let attempt = 0; attempt < 10; attempt++) {
    await work(companyId, { now: () => new Date(at) });
    const [row] = await recipientsOf(companyId);
    expect(row).toMatchObject({
      attempts: attempt + 1,
      problem: "recipient",
      state: attempt === 9 ? "failed" : "waiting",
    });
    if (row?.state === "waiting") pauses.push((row.dueAt.getTime() - at) / 60_000);
    at = row?.dueAt.getTime() ?? at;
  }
  expect(pauses).toEqual([1, 2, 4, 8, 16, 32, 64, 120, 120]);
  expect(arrivedAt("busy@c.example")).toEqual([]);
});

describe("the connection ends", () => {
  const states = {
    connect: "waiting",
    login: "waiting",
    sender: "waiting",
    recipient: "waiting",
    body: "unknown",
    accepted: "unknown",
  };
  test.each(breakSteps)("at %s", async (step) => {
    const { companyId, ana } = await givenMailingCompany(server.url);
    Object.assign(mailbox.faults, { breakAt: step, breaks: 1 });
    const address = `${step}@d.example`;
    await write(ana, mailTo([address]));
    await work(companyId);
    expect(await statesOf(companyId)).toEqual([states[step]]);
    // Later runs send what was not handed over, and never what may have arrived.
    await work(companyId, { now: () => minutes(5) });
    const isUnknown = states[step] === "unknown";
    expect(await statesOf(companyId)).toEqual([isUnknown ? "unknown" : "sent"]);
    expect(arrivedAt(address)).toHaveLength(step === "body" ? 0 : 1);
  });
});

test("a wrong password is tried once: all due mails fail with the reply", async () => {
  const { companyId, admin, ana } = await givenMailingCompany(server.url);
  mailbox.faults.refuseLogin = true;
  const { id } = await write(ana, mailTo(["e1@e.example", "e2@e.example"]));
  await work(companyId);
  const rows = await recipientsOf(companyId);
  expect(rows.map(({ state, problem, reply }) => [state, problem, reply])).toEqual(
    Array(2).fill(["failed", "login", "535 user or password is wrong"]),
  );
  mailbox.faults.refuseLogin = false;
  await acting(admin, (ctx) => resendMail(ctx, id));
  await work(companyId);
  expect(await statesOf(companyId)).toEqual(["sent", "sent"]);
});

test("a server that is away delays all due mails together", async () => {
  const { companyId, admin, ana } = await givenMailingCompany("127.0.0.1:1");
  await write(ana, mailTo(["f1@f.example", "f2@f.example"]));
  await work(companyId);
  const rows = await recipientsOf(companyId);
  expect(rows.map(({ state, problem, attempts }) => [state, problem, attempts])).toEqual(
    Array(2).fill(["waiting", "connect", 1]),
  );
  expect(rows[0]?.dueAt).toEqual(rows[1]?.dueAt);
  await givenMailServer(admin, server.url);
  await work(companyId, { now: () => minutes(2) });
  expect(await statesOf(companyId)).toEqual(["sent", "sent"]);
});

test("SSRF: a server in a private network is refused when it is connected to, unless MAIL_ALLOW lists it", async () => {
  const { companyId, ana } = await givenMailingCompany("127.0.0.2:25");
  await write(ana, mailTo(["g@g.example"]));
  await work(companyId);
  expect((await recipientsOf(companyId))[0]).toMatchObject({ state: "failed", problem: "private" });
});

test("without a mail server in the settings the mails fail", async () => {
  const { companyId, admin, ana } = await givenMailingCompany(server.url);
  await write(ana, mailTo(["h@h.example"]));
  await givenMailServer(admin, "", { smtpauth: "" });
  await work(companyId);
  expect((await recipientsOf(companyId))[0]).toMatchObject({ state: "failed", problem: "notSetUp" });
});

test("an attempt whose process died is unknown when the body was being handed over, otherwise repeated", async () => {
  const { companyId, ana } = await givenMailingCompany(server.url);
  await write(ana, mailTo(["i1@i.example", "i2@i.example"]));
  const limits = { leaseMs: 60_000, perHour: 500, perDay: 5_000 };
  const first = await atDesk(companyId, (ctx) => claimMail(ctx, limits));
  const second = await atDesk(companyId, (ctx) => claimMail(ctx, limits));
  if (!first || !second) throw new Error("nothing was due");
  expect(await atDesk(companyId, (ctx) => markSending(ctx, first, "x@y", 60_000))).toBe(true);
  await work(companyId);
  expect(await statesOf(companyId)).toEqual(["sending", "waiting"]);
  const later = minutes(2);
  expect(await companiesWithDueMails(testDatabase().platform, later)).toContain(companyId);
  await work(companyId, { now: () => later });
  expect(await statesOf(companyId)).toEqual(["unknown", "sent"]);
  expect(arrivedAt("i1@i.example")).toEqual([]);
  // The lease of the second has ended: its old attempt hands nothing over.
  expect(await atDesk(companyId, (ctx) => markSending(ctx, second, "x@y", 60_000))).toBe(false);
});

test("a mail that is cancelled during its attempt is not handed over", async () => {
  const { companyId, ana } = await givenMailingCompany(server.url);
  const { id } = await write(ana, mailTo(["j@j.example"]));
  const attempt = await atDesk(companyId, (ctx) => claimMail(ctx, { leaseMs: 60_000, perHour: 500, perDay: 5_000 }));
  await acting(ana, (ctx) => cancelMail(ctx, id));
  if (!attempt) throw new Error("nothing was due");
  expect(await atDesk(companyId, (ctx) => markSending(ctx, attempt, "x@y", 60_000))).toBe(false);
});

test("MAIL_PER_HOUR: a company sends no more mails per hour, the others follow", async () => {
  const { companyId, ana } = await givenMailingCompany(server.url);
  await write(ana, mailTo(["k1@k.example", "k2@k.example", "k3@k.example"]));
  await work(companyId, { perHour: 2 });
  expect(await statesOf(companyId)).toEqual(["sent", "sent", "waiting"]);
  await work(companyId, { perHour: 2, now: () => minutes(59) });
  expect(await statesOf(companyId)).toEqual(["sent", "sent", "waiting"]);
  await work(companyId, { perHour: 2, now: () => minutes(61) });
  expect(await statesOf(companyId)).toEqual(["sent", "sent", "sent"]);
});

test("MAIL_PER_HOUR counts every attempt of a mail, not only its last one", async () => {
  const { companyId, ana } = await givenMailingCompany(server.url);
  mailbox.faults.defer = "busy@";
  await write(ana, mailTo(["busy@p.example"]));
  for (const minute of [0, 2, 5]) await work(companyId, { now: () => minutes(minute) });
  expect((await recipientsOf(companyId))[0]?.attempts).toBe(3);
  await write(ana, mailTo(["free@p.example"]));
  await work(companyId, { perHour: 3, now: () => minutes(6) });
  expect(arrivedAt("free@p.example")).toEqual([]);
  // The first attempt is more than an hour ago.
  await work(companyId, { perHour: 3, now: () => minutes(61) });
  expect((await recipientsOf(companyId)).map(({ attempts }) => attempts).sort()).toEqual([1, 3]);
  expect(arrivedAt("free@p.example")).toHaveLength(1);
});

test("MAIL_PER_DAY: a company sends no more mails within 24 hours, another company goes on", async () => {
  const [first, other] = [await givenMailingCompany(server.url), await givenMailingCompany(server.url)];
  await write(first.ana, mailTo(["d1@d.example", "d2@d.example", "d3@d.example"]));
  await write(other.ana, mailTo(["d4@d.example"]));
  for (const { companyId } of [first, other]) await work(companyId, { perDay: 2 });
  expect(await statesOf(first.companyId)).toEqual(["sent", "sent", "waiting"]);
  expect(await statesOf(other.companyId)).toEqual(["sent"]);
  await work(first.companyId, { perDay: 2, now: () => minutes(24 * 60 - 1) });
  expect(await statesOf(first.companyId)).toEqual(["sent", "sent", "waiting"]);
  await work(first.companyId, { perDay: 2, now: () => minutes(24 * 60 + 1) });
  expect(await statesOf(first.companyId)).toEqual(["sent", "sent", "sent"]);
});

test("two workers at once send each mail once", async () => {
  const { companyId, ana } = await givenMailingCompany(server.url);
  const addresses = Array.from({ length: 12 }, (_, number) => `l${number}@l.example`);
  await write(ana, mailTo(addresses));
  await Promise.all([work(companyId), work(companyId), work(companyId)]);
  expect(await statesOf(companyId)).toEqual(Array(12).fill("sent"));
  expect(addresses.map((address) => arrivedAt(address).length)).toEqual(Array(12).fill(1));
});

test("a company past its due date sends nothing", async () => {
  const { companyId, ana } = await givenMailingCompany(server.url);
  await write(ana, mailTo(["m@m.example"]));
  const { companies } = schema;
  const dueOn = (dueDate: Date) =>
    atDesk(companyId, (ctx) => ctx.db.update(companies).set({ dueDate }).where(eq(companies.id, companyId)));
  await dueOn(minutes(-60));
  expect(await companiesWithDueMails(testDatabase().platform, testNow())).not.toContain(companyId);
  await work(companyId);
  expect(await statesOf(companyId)).toEqual(["waiting"]);
  await dueOn(minutes(60));
  await work(companyId);
  expect(await statesOf(companyId)).toEqual(["sent"]);
});

test("a scheduled mail is sent at its time, also after a downtime, but not a day later", async () => {
  const { companyId, ana } = await givenMailingCompany(server.url);
  const sendAt = minutes(60).toISOString();
  await write(ana, mailTo(["n1@n.example"], { sendAt }));
  await work(companyId, { now: () => minutes(59) });
  expect(await statesOf(companyId)).toEqual(["waiting"]);
  await work(companyId, { now: () => minutes(60 + 23 * 60) });
  expect(await statesOf(companyId)).toEqual(["sent"]);
  const late = await givenMailingCompany(server.url);
  await write(late.ana, mailTo(["n2@n.example"], { sendAt }));
  await work(late.companyId, { now: () => minutes(60 + 25 * 60) });
  expect((await recipientsOf(late.companyId))[0]).toMatchObject({ state: "failed", problem: "tooLate" });
});
