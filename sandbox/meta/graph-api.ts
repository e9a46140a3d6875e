import { type Context, Hono } from "hono";
import type { MetaChats } from "./chats.ts";
import { conversationsApi } from "./conversations-api.ts";
import { messagesApi, type SendFaults } from "./messages-api.ts";
import { badToken, MetaError, noSuch } from "./meta-error.ts";
import { META_APP_ID, META_APP_SECRET, type MetaState, type Token } from "./meta-state.ts";
import type { SamplePage } from "./people.ts";
import type { PagePhones } from "./phones.ts";

/** Largest page of results. Meta may return fewer than asked for, so clients must follow the cursor. */
const MAX_AT_ONCE = 2;

type Parts = { metaState: MetaState; chats: MetaChats; phones: PagePhones; faults: SendFaults };

/**
 * Creates the part of the Graph API that linking and messaging use: version 25.0; any other version gets the same
 * answers.
 */
export function graphApi({ metaState, chats, phones, faults }: Parts) {
  const app = new Hono();
  app.onError((error, c) => {
    if (error instanceof MetaError) return c.json(error.body, 400);
    return c.json(new MetaError(2, "An unexpected error has occurred. Please retry your request later.").body, 500);
  });

  const tokenOf = (c: Context) => readToken(metaState, c);
  const personOf = ({ personId, kind }: Token) => {
    const person = kind === "user" ? metaState.person(personId) : undefined;
    if (!person) throw badToken();
    return person;
  };
  const ownPage = (token: Token, id: string): SamplePage => {
    const page = metaState.page(id);
    if (!page || token.pageId !== id) throw noSuch(id);
    if (!token.scopes.includes("pages_manage_metadata"))
      throw new MetaError(200, "(#200) Requires pages_manage_metadata permission to manage the object");
    return page;
  };

  app.get("/:version/oauth/access_token", (c) => {
    const {
      client_id,
      client_secret,
      grant_type,
      fb_exchange_token = "",
      code = "",
      redirect_uri = "",
    } = c.req.query();
    if (client_id !== META_APP_ID)
      throw new MetaError(101, "Error validating application. Cannot get application info.");
    if (client_secret !== META_APP_SECRET) throw new MetaError(1, "Error validating client secret.");
    if (grant_type === "fb_exchange_token") {
      const { token, seconds } = metaState.extend(fb_exchange_token);
      return c.json({ access_token: token, token_type: "bearer", expires_in: seconds });
    }
    return c.json({ access_token: metaState.takeCode(code, redirect_uri), token_type: "bearer", expires_in: 7_200 });
  });

  app.get("/:version/me", async (c) => {
    const token = await tokenOf(c);
    const me = token.pageId ? metaState.page(token.pageId) : personOf(token);
    return c.json({ id: me?.id, name: me?.name });
  });

  app.get("/:version/me/accounts", async (c) => {
    const token = await tokenOf(c);
    const { pages } = personOf(token);
    const given = pages.filter(({ id }) => token.pageIds.includes(id));
    const from = Number(Buffer.from(c.req.query("after") ?? "", "base64url").toString() || 0);
    const until = from + Math.min(Number(c.req.query("limit") ?? 25), MAX_AT_ONCE);
    const cursor = (place: number) => Buffer.from(String(place)).toString("base64url");
    const withInstagram = c.req.query("fields")?.includes("instagram_business_account");
    const data = given.slice(from, until).map((page) => ({
      access_token: metaState.pageToken(token, page),
      name: page.name,
      id: page.id,
      // The Instagram account is visible only if the login asked for Instagram.
      ...(withInstagram && page.instagram && token.scopes.includes("instagram_basic")
        ? { instagram_business_account: page.instagram }
        : {}),
    }));
    const next = until < given.length ? { next: `${new URL(c.req.url).pathname}?after=${cursor(until)}` } : {};
    return c.json({ data, paging: { cursors: { before: cursor(from), after: cursor(until) }, ...next } });
  });

  app.post("/:version/:page/subscribed_apps", async (c) => {
    const page = ownPage(await tokenOf(c), c.req.param("page"));
    const fields = String((await c.req.parseBody()).subscribed_fields ?? "");
    if (!fields) throw new MetaError(100, "(#100) The parameter subscribed_fields is required.");
    metaState.subscriptions.set(page.id, fields.split(","));
    chats.addresses.set("files", c.req.url.slice(0, c.req.url.indexOf(`/${c.req.param("version")}/`)));
    phones.changed();
    return c.json({ success: true });
  });
  app.delete("/:version/:page/subscribed_apps", async (c) => {
    metaState.subscriptions.delete(ownPage(await tokenOf(c), c.req.param("page")).id);
    return c.json({ success: true });
  });
  app.get("/:version/:page/subscribed_apps", async (c) => {
    const page = ownPage(await tokenOf(c), c.req.param("page"));
    const fields = metaState.subscriptions.get(page.id);
    return c.json({ data: fields ? [{ id: META_APP_ID, name: "Balcão", subscribed_fields: fields }] : [] });
  });

  app.route("/", messagesApi({ metaState, chats, phones, faults, tokenOf }));
  app.route("/", conversationsApi({ metaState, chats, faults, tokenOf }));

  app.get("/:version/:id", async (c) => {
    const token = await tokenOf(c);
    const id = c.req.param("id");
    const page = metaState.page(id);
    if (!page || (token.pageId ?? id) !== id) throw noSuch(id);
    return c.json({ id: page.id, name: page.name });
  });
  return app;
}

/** Reads the token of a request from its form, its address or its header. */
async function readToken(metaState: MetaState, c: Context): Promise<Token> {
  const form = c.req.method === "POST" ? await c.req.parseBody() : {};
  const named = (name: string) => String(form[name] ?? c.req.query(name) ?? "");
  const bearer = c.req.header("authorization")?.replace(/^Bearer /i, "");
  const token = named("access_token") || bearer;
  if (!token) throw new MetaError(104, "An access token is required to request this resource.");
  return metaState.read(token, named("appsecret_proof") || undefined);
}
