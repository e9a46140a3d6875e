import { createTransport } from "nodemailer";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createMailPage, Mailbox, type MailServer, startMailServer } from "./index.ts";

const mailbox = new Mailbox();
let server: MailServer;
beforeAll(async () => {
  server = await startMailServer(mailbox);
});
afterAll(() => server.stop());

const page = createMailPage(mailbox);
const send = (mail: { to: string; subject: string; text?: string; html?: string }) =>
  createTransport(server.url).sendMail({ from: "Balcão <balcao@demo.example>", ...mail });

test("a mail is on the page, whose texts cannot run as a script", async () => {
  const subject = "Fatura <script>alert(1)</script>";
  await send({ to: "ana@loja.example", subject, text: "Olá, <b>Ana</b>", html: "<p>Olá, <b>Ana</b></p>" });
  const [mail] = mailbox.mails;
  expect(mail).toMatchObject({ to: "ana@loja.example", subject, text: "Olá, <b>Ana</b>" });
  const list = await (await page.request("/mail")).text();
  expect(list).toContain("Fatura &lt;script&gt;alert(1)&lt;/script&gt;");
  expect(list).not.toContain("<script>");
  const shown = await page.request(`/mail/${mail?.id}/html`);
  expect(await shown.text()).toContain("<p>Olá, <b>Ana</b></p>");
  expect(shown.headers.get("content-security-policy")).toMatch(/default-src 'none'.*sandbox$/);
  expect(await (await page.request("/mails")).json()).toMatchObject([{ id: mail?.id, subject }]);
});

test("the page is in the browser's language, and lists the newest mail first", async () => {
  await send({ to: "bia@loja.example", subject: "segunda" });
  expect(mailbox.mails[0]?.subject).toBe("segunda");
  const in_ = async (language: string) =>
    (await page.request("/mail", { headers: { "accept-language": language } })).text();
  expect(await in_("es-AR,es;q=0.9")).toContain("Correos de prueba");
  expect(await in_("en-US")).toContain("Test e-mails");
  expect(await in_("de")).toContain("E-mails de teste");
});

test("an address that does not exist is refused for good", async () => {
  await expect(send({ to: "x@unknown.example", subject: "nada" })).rejects.toMatchObject({ responseCode: 550 });
});

test("keeps the newest 200 mails", () => {
  const own = new Mailbox();
  const mail = { messageId: "", from: "", to: "", text: "", html: "" };
  for (let number = 0; number < 201; number++) own.add({ ...mail, subject: String(number) });
  expect([own.mails.length, own.mails[0]?.subject, own.mails.at(-1)?.subject]).toEqual([200, "200", "1"]);
});

test("the page's form sets the faults of the server, and removes them", async () => {
  const post = async (fields: Record<string, string>) =>
    page.request("/mail/faults", { method: "POST", body: new URLSearchParams(fields) });
  const set = await post({ refuse: "@loja.example", defer: "", breakAt: "body", breaks: "2", refuseLogin: "on" });
  expect([set.status, set.headers.get("location")]).toEqual([303, "/sandbox/mail"]);
  const faults = { refuse: "@loja.example", defer: "", breakAt: "body", breaks: 2, refuseLogin: true };
  expect(mailbox.faults).toEqual(faults);
  const shown = await (await page.request("/mail")).text();
  expect(shown).toContain('value="@loja.example"');
  expect(shown).toMatch(/<option value="body" selected>/);
  await expect(send({ to: "ana@loja.example", subject: "recusado" })).rejects.toMatchObject({ responseCode: 550 });
  expect((await post({ breakAt: "nowhere" })).status).toBeGreaterThanOrEqual(400);
  expect(mailbox.faults).toEqual(faults);
  await post({});
  expect(mailbox.faults).toEqual({ refuse: "", defer: "", breakAt: null, breaks: 0, refuseLogin: false });
});
