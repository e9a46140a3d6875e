import { randomUUID } from "node:crypto";
import { once } from "node:events";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { serve } from "@hono/node-server";
import { Hono } from "hono";
import { createMeta, META_APP_ID, META_APP_SECRET } from "../meta/index.ts";
import { samplePeople } from "../meta/people.ts";
import { Store } from "../store.ts";

const RETURN = "https://desk.example/connections/facebook";

/**
 * Starts the stand-in for Meta alone, for tests: its pages have ids of their own, and its functions act for a person.
 */
export async function startMeta() {
  const mark = randomUUID().slice(0, 8);
  const people = samplePeople.map((person) => ({
    ...person,
    pages: person.pages.map(({ id, name, instagram }) => ({
      id: `${id}${mark}`,
      name,
      instagram: instagram && { ...instagram, id: `${instagram.id}${mark}` },
    })),
  }));
  const meta = createMeta(new Store(), people);
  const app = new Hono().route("/meta", meta.app);
  app.onError((error, c) => c.json({ error: error.message }, 400));
  let isAway = false;
  const server = serve({
    port: 0,
    hostname: "127.0.0.1",
    fetch: (request: Request) => (isAway ? new Response("busy", { status: 503 }) : app.fetch(request)),
  }) as Server;
  await once(server, "listening");
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/meta`;
  const [helena, caio] = people;
  if (!helena || !caio) throw new Error("the stand-in has no people");
  const config = { graphUrl: url, loginUrl: url, appId: META_APP_ID, appSecret: META_APP_SECRET, verifyToken: "v" };

  /** Confirms the login, for all of the person's pages or for the given ones. */
  async function approve(address: string, person = helena, pages = person?.pages.map(({ id }) => id) ?? []) {
    const body = new URLSearchParams([
      ["person", person?.id ?? ""],
      ...pages.map((id) => ["pages", id] as [string, string]),
    ]);
    const answer = await fetch(address, { method: "POST", body, redirect: "manual" });
    return new URL(answer.headers.get("location") ?? "nowhere:").searchParams;
  }
  const ask = async (path: string, query: Record<string, string>, method = "GET") => {
    const answer = await fetch(`${url}/v25.0/${path}?${new URLSearchParams(query)}`, { method });
    return { status: answer.status, body: await answer.json() };
  };

  return {
    config,
    people: { helena, caio },
    chats: meta.chats,
    events: meta.events,
    phones: meta.phones,
    faults: meta.faults,
    approve,
    ask,
    /** Returns a person's user token, obtained by logging in without the app. */
    async token(person = helena, { addInstagram = false, pages = person.pages.map(({ id }) => id) } = {}) {
      const scopes = `pages_show_list,pages_manage_metadata${addInstagram ? ",instagram_basic" : ""}`;
      const query = new URLSearchParams({ client_id: META_APP_ID, redirect_uri: RETURN, state: "s", scope: scopes });
      const code = (await approve(`${url}/v25.0/dialog/oauth?${query}`, person, pages)).get("code") ?? "";
      const app = { client_id: META_APP_ID, client_secret: META_APP_SECRET };
      const { body } = await ask("oauth/access_token", { ...app, redirect_uri: RETURN, code });
      return body.access_token as string;
    },
    revoke: (person: { id: string }, subcode = 458) =>
      fetch(`${url}/revoke`, { method: "POST", body: JSON.stringify({ person: person.id, subcode }) }),
    subscriptions: async (): Promise<Record<string, string[]>> => (await fetch(`${url}/subscriptions`)).json(),
    setAway(away: boolean) {
      isAway = away;
    },
    stop: () => {
      meta.events.stop();
      server.closeAllConnections();
      server.close();
    },
  };
}
export type StartedMeta = Awaited<ReturnType<typeof startMeta>>;
