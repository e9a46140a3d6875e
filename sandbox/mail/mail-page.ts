import { Hono } from "hono";
import { html } from "hono/html";
import { secureHeaders } from "hono/secure-headers";
import * as v from "valibot";
import { SandboxError } from "../sandbox-error.ts";
import { FaultForm, faultForm, faultTexts } from "./fault-form.ts";
import { breakSteps } from "./mail-faults.ts";
import type { Mailbox, SandboxMail } from "./mailbox.ts";

const FaultChange = v.partial(
  v.object({
    refuse: v.string(),
    defer: v.string(),
    breakAt: v.nullable(v.picklist(breakSteps)),
    breaks: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(1_000_000)),
    refuseLogin: v.boolean(),
  }),
);

const texts = {
  pt: {
    lang: "pt-BR",
    title: "E-mails de teste",
    none: "Nenhum e-mail chegou.",
    back: "Área de testes",
    to: "Para",
    plain: "Só texto",
    faults: faultTexts.pt,
  },
  en: {
    lang: "en",
    title: "Test e-mails",
    none: "No e-mail has arrived.",
    back: "Sandbox",
    to: "To",
    plain: "Text only",
    faults: faultTexts.en,
  },
  es: {
    lang: "es",
    title: "Correos de prueba",
    none: "No ha llegado ningún correo.",
    back: "Área de pruebas",
    to: "Para",
    plain: "Solo texto",
    faults: faultTexts.es,
  },
};
type Texts = (typeof texts)["pt"];

/** Creates the page of the mails that were sent: the list, one mail, and both as JSON for tests. */
export function createMailPage(mailbox: Mailbox) {
  const app = new Hono();
  const contentSecurityPolicy = { defaultSrc: ["'self'"], imgSrc: ["data:"], frameAncestors: ["'self'"] };
  const pageHeaders = secureHeaders({ contentSecurityPolicy, xFrameOptions: "SAMEORIGIN" });

  app.get("/mails", (c) => c.json(mailbox.mails.map(({ html: _, ...mail }) => mail)));
  app.get("/mail-faults", (c) => c.json(mailbox.faults));
  app.post("/mail-faults", async (c) => {
    const parsed = v.safeParse(FaultChange, await c.req.json().catch(() => null));
    if (!parsed.success) throw new SandboxError("ERR_VALIDATION");
    return c.json(Object.assign(mailbox.faults, parsed.output));
  });
  app.get("/mail", pageHeaders, (c) =>
    c.html(page(textsFor(c.req.header("Accept-Language")), mailbox, mailbox.mails[0])),
  );
  // The form of the page: no field means no fault.
  app.post("/mail/faults", async (c) => {
    const parsed = v.safeParse(FaultForm, await c.req.parseBody());
    if (!parsed.success) throw new SandboxError("ERR_VALIDATION");
    Object.assign(mailbox.faults, parsed.output);
    return c.redirect("/sandbox/mail", 303);
  });
  app.get("/mail/:id", pageHeaders, (c) => {
    const mail = requireMail(mailbox, c.req.param("id"));
    return c.html(page(textsFor(c.req.header("Accept-Language")), mailbox, mail));
  });
  // The mail's own HTML, without scripts, forms or requests to any host.
  app.get("/mail/:id/html", (c) =>
    c.html(requireMail(mailbox, c.req.param("id")).html, 200, {
      "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'self'; sandbox",
    }),
  );
  return app;
}

function requireMail(mailbox: Mailbox, id: string): SandboxMail {
  const mail = mailbox.find(id);
  if (!mail) throw new SandboxError("ERR_NOT_FOUND");
  return mail;
}

function textsFor(header = ""): Texts {
  const language = header.slice(0, 2).toLowerCase();
  return language === "en" || language === "es" ? texts[language] : texts.pt;
}

const page = (t: Texts, { mails, faults }: Mailbox, shown: SandboxMail | undefined) => html`<!doctype html>
<html lang="${t.lang}">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <title>${t.title}</title>
    <link rel="icon" href="data:,">
    <link rel="stylesheet" href="/sandbox/assets/sandbox.css">
    <link rel="stylesheet" href="/sandbox/assets/mail.css">
  </head>
  <body class="mail-page">
    <header class="mail-top"><a class="button" href="/sandbox">${t.back}</a><h1>${t.title}</h1></header>
    ${faultForm(t.faults, faults)}
    <main class="mails">
      ${mails.length === 0 ? html`<p>${t.none}</p>` : html`<ul>${mails.map((mail) => row(t, mail, mail === shown))}</ul>`}
      ${shown ? details(t, shown) : ""}
    </main>
  </body>
</html>`;

const row = (t: Texts, { id, to, subject, at }: SandboxMail, isShown: boolean) => html`<li>
  <a href="/sandbox/mail/${id}" aria-current="${isShown ? "page" : "false"}">
    <strong>${subject}</strong><span>${to}</span><time datetime="${at.toISOString()}">${at.toLocaleString(t.lang)}</time>
  </a>
</li>`;

const details = (t: Texts, { id, from, to, subject, text }: SandboxMail) => html`<article>
  <h2>${subject}</h2>
  <p>${from}<br>${t.to}: ${to}</p>
  <iframe src="/sandbox/mail/${id}/html" title="${subject}" sandbox></iframe>
  <details><summary>${t.plain}</summary><pre>${text}</pre></details>
</article>`;
