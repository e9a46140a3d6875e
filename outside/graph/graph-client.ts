import { createHmac } from "node:crypto";
import * as v from "valibot";
import { MebiByte } from "../../contracts/desk/messages.ts";
import { GraphError } from "./graph-error.ts";

/** Released on 18 February 2026, supported until 29 July 2028. */
export const GRAPH_VERSION = "v25.0";
const TIMEOUT_MS = 10_000;
const PAGE_OF_PAGES = 100;
/** Upper limit of a response. The longest one, a list of 100 pages or of 25 messages, has about ten kB. */
const MAX_ANSWER_BYTES = 2 * MebiByte;

/** The webhook fields that a page is subscribed to. */
const SUBSCRIBED_FIELDS = [
  "messages",
  "messaging_postbacks",
  "message_deliveries",
  "message_reads",
  "message_echoes",
  "message_reactions",
  "message_edits",
  "messaging_referrals",
];

export type GraphConfig = {
  /** The address of the Graph API, without the version. */
  graphUrl: string;
  appId: string;
  appSecret: string;
};

const ErrorBody = v.object({ error: v.object({ code: v.number(), error_subcode: v.optional(v.number()) }) });
const Token = v.object({ access_token: v.string() });
const Done = v.object({ success: v.boolean() });
const Person = v.object({ id: v.string() });
const Page = v.object({
  id: v.string(),
  name: v.string(),
  /** Missing for a page that the user may not manage. */
  access_token: v.optional(v.string()),
  instagram_business_account: v.optional(v.object({ id: v.string(), username: v.optional(v.string(), "") })),
});
const Pages = v.object({
  data: v.array(Page),
  paging: v.optional(v.object({ cursors: v.optional(v.object({ after: v.string() })), next: v.optional(v.string()) })),
});
export type GraphPage = v.InferOutput<typeof Page>;

export type Graph = ReturnType<typeof openGraph>;

export type GraphCall = ReturnType<typeof openGraphCall>;

/** Calls Meta's Graph API. Throws GraphError when a call is refused or fails. */
export function openGraphCall({ graphUrl, appSecret }: GraphConfig) {
  return {
    /** Adds the app secret's signature of the token, without which Meta refuses it. A stolen token is useless alone. */
    signed: (token: string) => ({
      access_token: token,
      appsecret_proof: createHmac("sha256", appSecret).update(token).digest("hex"),
    }),
    async call<S extends v.GenericSchema>(
      method: "GET" | "POST" | "DELETE",
      path: string,
      parameters: Record<string, string>,
      answer: S,
      { file, broken, timeoutMs = TIMEOUT_MS }: { file?: File; broken?: AbortSignal; timeoutMs?: number } = {},
    ): Promise<v.InferOutput<S>> {
      const query = new URLSearchParams(parameters);
      const address = `${graphUrl}/${GRAPH_VERSION}/${path}`;
      const timeout = AbortSignal.timeout(timeoutMs);
      const init = { method, signal: broken ? AbortSignal.any([timeout, broken]) : timeout };
      const body = await (method === "POST"
        ? ask(address, { ...init, body: file ? formOf(parameters, file) : query })
        : ask(`${address}?${query}`, init));
      const parsed = v.safeParse(answer, body);
      if (!parsed.success) throw new GraphError(0);
      return parsed.output;
    },
  };
}

function formOf(parameters: Record<string, string>, file: File): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(parameters)) form.set(name, value);
  form.set("filedata", file);
  return form;
}

/** The calls that connect a page. */
export function openGraph(config: GraphConfig) {
  const { signed, call } = openGraphCall(config);
  const app = { client_id: config.appId, client_secret: config.appSecret };

  return {
    /** Exchanges the login's code for the user's token. `redirectUri` must be identical to the one of the login. */
    exchangeCode: async (code: string, redirectUri: string): Promise<string> =>
      (await call("GET", "oauth/access_token", { ...app, redirect_uri: redirectUri, code }, Token)).access_token,
    /** Exchanges the token for one that is valid for about 60 days. Page tokens read with it do not expire. */
    extend: async (token: string): Promise<string> => {
      const exchange = { grant_type: "fb_exchange_token", ...app, fb_exchange_token: token };
      return (await call("GET", "oauth/access_token", exchange, Token)).access_token;
    },
    personOf: async (token: string): Promise<string> =>
      (await call("GET", "me", { fields: "id", ...signed(token) }, Person)).id,
    /** Lists every page that the user granted. */
    async pagesOf(token: string): Promise<GraphPage[]> {
      const fields = "id,name,access_token,instagram_business_account{id,username}";
      const found: GraphPage[] = [];
      for (let after = ""; ; ) {
        const from: Record<string, string> = after ? { after } : {};
        const asked = { fields, limit: String(PAGE_OF_PAGES), ...from, ...signed(token) };
        const { data, paging } = await call("GET", "me/accounts", asked, Pages);
        found.push(...data);
        after = paging?.next ? (paging.cursors?.after ?? "") : "";
        if (!after) return found;
      }
    },
    /** Subscribes our app to the page's events. */
    async subscribe(pageId: string, token: string): Promise<void> {
      const fields = { subscribed_fields: SUBSCRIBED_FIELDS.join(",") };
      await call("POST", `${pageId}/subscribed_apps`, { ...fields, ...signed(token) }, Done);
    },
    async unsubscribe(pageId: string, token: string): Promise<void> {
      await call("DELETE", `${pageId}/subscribed_apps`, signed(token), Done);
    },
    /** Throws when the page's token is no longer valid. */
    async check(pageId: string, token: string): Promise<void> {
      await call("GET", pageId, { fields: "id", ...signed(token) }, Person);
    },
  };
}

async function ask(address: string, init: RequestInit): Promise<unknown> {
  let response: Response;
  let body: unknown;
  try {
    response = await fetch(address, { ...init, redirect: "error" });
    body = JSON.parse(await textOf(response));
  } catch {
    // Unavailable, timed out, or not JSON. The original error may contain the address, which has tokens.
    throw new GraphError(0);
  }
  const refused = v.safeParse(ErrorBody, body);
  if (refused.success) throw new GraphError(refused.output.error.code, refused.output.error.error_subcode);
  if (!response.ok) throw new GraphError(0);
  return body;
}

/** Returns the response's text. Stops reading and throws when it exceeds MAX_ANSWER_BYTES. */
async function textOf({ body }: Response): Promise<string> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of body ?? []) {
    size += part.length;
    if (size > MAX_ANSWER_BYTES) throw new RangeError(`the answer is larger than ${MAX_ANSWER_BYTES} bytes`);
    parts.push(part);
  }
  return Buffer.concat(parts).toString();
}
