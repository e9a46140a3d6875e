import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type MailJob, type MailTemplate, mailTemplates } from "../../../contracts/account/mail.ts";
import { languages } from "../../../contracts/languages.ts";
import { testNow } from "../../../contracts/testing/clock.ts";
import { schema } from "../../../db/index.ts";
import { givenCompany, testDatabase } from "../../../db/testing/given.ts";
import { MailRefused } from "../../../outside/mail/index.ts";
import { Mailbox, type MailServer, startMailServer } from "../../../sandbox/mail/index.ts";
import { atDesk } from "../../testing.ts";
import { openMailBox, openMailer, queueCompanyMail, queueMail, queueSecretMail, readMailConfig } from "./index.ts";
import { renderMail } from "./render-mail.ts";
import { valuesOf } from "./sealed-values.ts";

const SECRET = "a secret key for the tests only, long enough";
const mailbox = new Mailbox();
let server: MailServer;
beforeAll(async () => {
  server = await startMailServer(mailbox);
});
afterAll(() => server.stop());

const values = {
  ...{ name: "Marina", company: "Olaria <b>Serra</b>", lastDay: "2026-05-04", invoice: 41, amountCents: 119_000 },
  ...{ dueDate: "2026-05-04", days: 3, paidUntil: "2026-06-04" },
  ...{ email: "marina@olaria.example", minutes: 15, code: "K7M2PXQ4" },
  ...{ until: "14:21", hours: 24, token: "a-token" },
  ...{ campaign: "Natal <b>", campaignId: "0190d3a0", by: "Marina", at: "2026-05-04T09:30" },
  ...{ usedGb: 8.2, limitGb: 10 },
};
const job = (more: Partial<MailJob> = {}): MailJob => ({
  ...{ companyId: "019a0000-0000-7000-8000-000000000001", to: "marina@olaria.example" },
  ...{ template: "invoiceReminder", language: "pt", values },
  ...more,
});

/** Mails that are read on the page that asked for them. */
const withoutLink: readonly MailTemplate[] = ["signUpCode", "signUpCodeKnown"];
/** Mails to addresses that nobody has proven yet. */
const toStrangers = ["signUpCode", "signUpCodeKnown", "signUpLink", "signUpKnown"] as const;

describe.each(languages)("in %s", (language) => {
  test.each(toStrangers)("%s has none of the values that a person can choose", (template) => {
    const { subject, text, html } = renderMail({ template, language, values }, "https://desk.example");
    for (const part of [subject, text, html]) expect(part).not.toMatch(/Marina|Olaria|Natal|marina@/);
  });

  test("a code is in the subject, and large in two groups in the text", () => {
    const values = { until: "14:21", code: "417250" };
    const { subject, text, html } = renderMail({ template: "signUpCode", language, values }, "https://desk.example");
    expect(subject).toContain("417250");
    expect(text).toContain("\n\n417 250\n\n");
    expect(text).toContain("14:21");
    expect(html).toMatch(/font-size:40px[^>]*>417 250<\/p>/);
  });

  test("the token of a sign-up is in the fragment, which browsers send to no server", () => {
    const { text } = renderMail({ template: "signUpLink", language, values }, "https://desk.example");
    expect(text).toContain("https://desk.example/signup/confirm#a-token");
  });

  test.each(mailTemplates)("%s has a subject, a text, an HTML without the values' markup, and a link", (template) => {
    const { subject, text, html } = renderMail({ template, language, values }, "https://desk.example");
    expect(subject.length).toBeGreaterThan(10);
    for (const part of [subject, text, html]) expect(part).not.toMatch(/undefined|NaN|Invalid/);
    expect(text.includes("https://desk.example/")).toBe(!withoutLink.includes(template));
    expect(html.includes('<a href="https://desk.example/')).toBe(!withoutLink.includes(template));
    expect(html).not.toContain("<b>");
    if (`${text}`.includes("Serra")) expect(html).toContain("Olaria &lt;b&gt;Serra&lt;/b&gt;");
    expect(html).toContain(`lang="${language}"`);
    expect(renderMail({ template, language, values }, "").text).not.toContain("http");
  });
});

test("amounts and days are written as in the language", () => {
  const texts = languages.map((language) => renderMail(job({ language }), "").text);
  expect(texts[0]).toMatch(/R\$\s1\.190,00, vence em 3 dias \(4 de maio de 2026\)/);
  expect(texts[1]).toMatch(/R\$1,190\.00, is due in 3 days \(May 4, 2026\)/);
  expect(texts[2]).toMatch(/vence en 3 días \(4 de mayo de 2026\)/);
  const subjects = [1, 0].map((days) => renderMail(job({ values: { ...values, days } }), "").subject);
  expect(subjects).toEqual(["A fatura 41 vence amanhã", "A fatura 41 vence hoje"]);
});

test("a mail is sent to the recipient, with the job's id, and a line break in a value adds no header", async () => {
  const mailer = openMailer({
    smtpUrl: server.url,
    from: "Balcão <balcao@desk.example>",
    publicUrl: "",
    secrets: SECRET,
  });
  const company = "Olaria\r\nBcc: outra@x.example";
  await mailer.send(job({ template: "connectionsSuspended", values: { ...values, company } }), "job-1");
  mailer.close();
  const [mail] = mailbox.mails;
  expect(mail).toMatchObject({ to: "marina@olaria.example", messageId: "<job-1@desk.example>" });
  expect(mail?.from).toContain("balcao@desk.example");
  expect(mail?.subject).toMatch(/^As conexões de Olaria\s+Bcc: outra@x\.example foram suspensas$/);
});

test("a refused recipient is told apart from a server that is away", async () => {
  const mailer = openMailer({ smtpUrl: server.url, from: "a@desk.example", publicUrl: "", secrets: SECRET });
  await expect(mailer.send(job({ to: "x@unknown.example" }), "job-2")).rejects.toBeInstanceOf(MailRefused);
  const away = openMailer({ smtpUrl: "smtp://127.0.0.1:1", from: "a@desk.example", publicUrl: "", secrets: SECRET });
  await expect(away.send(job(), "job-3")).rejects.toMatchObject({ code: "ESOCKET" });
  mailer.close();
  away.close();
});

test("the mail server is set by SMTP_URL and MAIL_FROM, or no mails are sent", () => {
  const url = { SMTP_URL: "smtps://u:p@mail.example:465" };
  expect(
    readMailConfig({
      ...url,
      MAIL_FROM: "Balcão <a@b.example>",
      PUBLIC_URL: "https://desk.example/",
      SECRET_KEY: SECRET,
    }),
  ).toEqual({
    smtpUrl: url.SMTP_URL,
    from: "Balcão <a@b.example>",
    publicUrl: "https://desk.example",
    secrets: [SECRET],
  });
  expect(readMailConfig({ MAIL_FROM: "a@b.example" })).toBeNull();
  expect(() => readMailConfig(url)).toThrow(/^MAIL_FROM is missing/);
  expect(() => readMailConfig({ SMTP_URL: "mail.example", MAIL_FROM: "a@b.example" })).toThrow(/^SMTP_URL is wrong/);
});

async function queuedMails(companyId: string) {
  const rows = await testDatabase().platform.execute<{ data: MailJob }>(
    `select data from pgboss.job where name = 'mail.send' and data->>'companyId' = '${companyId}' order by data->>'to'`,
  );
  return rows.map(({ data }) => data);
}

test("a mail is queued with the transaction, for the company's address in its language", async () => {
  const { companyId } = await givenCompany();
  const mail = { template: "connectionsSuspended" as const, values: { company: "Olaria", dueDate: "2026-05-04" } };
  await atDesk(companyId, (ctx) => queueCompanyMail(ctx, mail));
  expect(await queuedMails(companyId)).toEqual([]);
  await atDesk(companyId, async (ctx) => {
    await ctx.db.update(schema.companies).set({ email: "olaria@x.example" });
    await queueCompanyMail(ctx, mail);
    await queueMail(ctx, { ...mail, to: "outra@x.example", language: "es" });
  });
  const undone = atDesk(companyId, async (ctx) => {
    await queueMail(ctx, { ...mail, to: "nunca@x.example", language: "pt" });
    throw new Error("undone");
  });
  await expect(undone).rejects.toThrow("undone");
  expect(await queuedMails(companyId)).toEqual([
    { companyId, to: "olaria@x.example", language: "pt", ...mail },
    { companyId, to: "outra@x.example", language: "es", ...mail },
  ]);
});

test("a secret of a mail opens only in its own mail, with the same key", async () => {
  const { companyId } = await givenCompany();
  const mail = { to: "rui@olaria.example", template: "passwordReset" as const, language: "pt" as const };
  const values = { name: "Rui", email: mail.to, minutes: 15, code: "K7M2PXQ4" };
  const box = openMailBox(SECRET);
  await atDesk(companyId, (ctx) =>
    queueSecretMail(ctx, box, { ...mail, values, secret: "code", expiresAt: testNow() }),
  );
  const [queued] = await queuedMails(companyId);
  if (!queued) throw new Error("no mail was queued");
  expect(JSON.stringify(queued)).not.toContain("K7M2PXQ4");
  expect(valuesOf(box, queued)).toEqual(values);
  expect(() => valuesOf(box, { ...queued, to: "outra@olaria.example" })).toThrow();
  expect(() => valuesOf(openMailBox("another secret key, also long enough"), queued)).toThrow();
});
