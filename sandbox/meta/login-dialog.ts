import { Hono } from "hono";
import { html } from "hono/html";
import { secureHeaders } from "hono/secure-headers";
import { SandboxError } from "../sandbox-error.ts";
import { META_APP_ID, type MetaState } from "./meta-state.ts";
import type { SamplePerson } from "./people.ts";

type Asked = { redirectUri: string; state: string; scopes: string[] };

/** Creates Meta's login page: the tester chooses a person and the pages to grant. */
export function loginDialog(metaState: MetaState) {
  const app = new Hono();
  // The answer redirects to a page of Balcão, which may have another origin, so no formAction is set.
  const contentSecurityPolicy = { defaultSrc: ["'self'"], imgSrc: ["data:"], frameAncestors: ["'none'"] };
  app.use(secureHeaders({ contentSecurityPolicy, referrerPolicy: "no-referrer" }));

  app.get("/:version/dialog/oauth", (c) => c.html(page(metaState.people, askedBy(c.req.query()), c.req.query())));
  app.post("/:version/dialog/oauth", async (c) => {
    const form = await c.req.parseBody({ all: true });
    const asked = askedBy(c.req.query());
    if (form.cancel !== undefined) return c.redirect(answer(asked, refused), 303);
    const person = metaState.person(String(form.person));
    if (!person) throw new SandboxError("ERR_VALIDATION");
    const chosen = new Set([form.pages ?? []].flat().map(String));
    const pageIds = person.pages.map(({ id }) => id).filter((id) => chosen.has(id));
    const code = metaState.giveCode({ personId: person.id, pageIds, ...asked });
    return c.redirect(answer(asked, { code }), 303);
  });
  return app;
}

const refused = {
  error: "access_denied",
  error_code: "200",
  error_description: "Permissions error",
  error_reason: "user_denied",
};

function askedBy(query: Record<string, string>): Asked {
  const { client_id, redirect_uri = "", state = "", scope = "" } = query;
  if (client_id !== META_APP_ID || !URL.canParse(redirect_uri)) throw new SandboxError("ERR_VALIDATION");
  return { redirectUri: redirect_uri, state, scopes: scope.split(",") };
}

function answer({ redirectUri, state }: Asked, parameters: Record<string, string>): string {
  const url = new URL(redirectUri);
  for (const [name, value] of Object.entries({ ...parameters, state })) url.searchParams.set(name, value);
  return url.href;
}

function page(people: readonly SamplePerson[], { scopes }: Asked, query: Record<string, string>) {
  const address = `?${new URLSearchParams(query)}`;
  const withInstagram = scopes.includes("instagram_basic");
  return html`<!doctype html>
<html lang="pt-BR">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <title>Login de teste do Facebook</title>
    <link rel="icon" href="data:,">
    <link rel="stylesheet" href="/sandbox/assets/sandbox.css">
    <link rel="stylesheet" href="/sandbox/assets/login.css">
  </head>
  <body class="login">
    <main>
      <h1>Login de teste do Facebook</h1>
      <p>Nada daqui chega ao Facebook. Escolha quem você é e quais páginas o Balcão pode atender.</p>
      ${people.map((person) => personForm(person, address, withInstagram))}
      <form method="post" action="${address}">
        <button name="cancel" value="1" class="quiet">Cancelar</button>
      </form>
    </main>
  </body>
</html>`;
}

function personForm({ id, name, pages }: SamplePerson, address: string, withInstagram: boolean) {
  return html`<form method="post" action="${address}" class="person" aria-label="${name}">
    <h2>${name}</h2>
    <input type="hidden" name="person" value="${id}">
    ${pages.map(
      (page) => html`<label>
        <input type="checkbox" name="pages" value="${page.id}" checked>
        <span>${page.name}${withInstagram && page.instagram ? html` <small>@${page.instagram.username}</small>` : ""}</span>
      </label>`,
    )}
    <button>Continuar como ${name}</button>
  </form>`;
}
