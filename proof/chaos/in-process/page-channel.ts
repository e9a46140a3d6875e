import { once } from "node:events";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { serve } from "@hono/node-server";
import { eq } from "drizzle-orm";
import { schema } from "../../../db/index.ts";
import { grantedAccounts, linkAccounts, openMetaBox } from "../../../domain/desk/meta/index.ts";
import type { Actor } from "../../../domain/ground/context.ts";
import { openGraph } from "../../../outside/graph/index.ts";
import { PageActions } from "../../../sandbox/meta/page-actions.ts";
import { startMeta } from "../../../sandbox/testing/start-meta.ts";
import { SECRET_KEY } from "../desk.ts";
import { pageKinds } from "../kinds.ts";
import type { PhoneMessage, Phones } from "../phones.ts";
import { type Fault, type FaultKind, inProcessFaults } from "../schedule.ts";
import type { ChannelParts, FaultEnd, OpenChannel } from "./faulty-channel.ts";

const ofNumbers: ReadonlySet<FaultKind> = new Set(["connection-dropped", "connection-slow", "receipts-lost"]);

/** The faults of a page: its own instead of a number's. */
export const pageFaults: readonly FaultKind[] = [
  ...inProcessFaults.filter((kind) => !ofNumbers.has(kind)),
  "events-twice",
  "events-reversed",
  "webhook-unavailable",
  "graph-answers-lost",
  "graph-answers-lost",
  "lookups-fail",
  "graph-unavailable",
];

/** A page on Messenger, or its Instagram account; each test system has its own sandbox for Meta. */
export const pageChannel =
  (channel: "facebook" | "instagram"): OpenChannel =>
  async (parts) => {
    const meta = await startMeta();
    const { connectionId, accountId } = await linkPage(parts, meta, channel);
    let isWebhookAway = false;
    let webhook: Server | undefined;
    const phones = phonesOf(meta, accountId);

    const faults: { [K in Fault["kind"]]?: (fault: Extract<Fault, { kind: K }>) => FaultEnd | undefined } = {
      "events-twice"({ forMs }) {
        meta.events.times = 2;
        return {
          afterMs: forMs,
          do() {
            meta.events.times = 1;
          },
        };
      },
      "events-reversed"({ forMs }) {
        meta.events.isHolding = true;
        return { afterMs: forMs, do: () => meta.events.release({ reversed: true }) };
      },
      "webhook-unavailable"({ forMs }) {
        isWebhookAway = true;
        return {
          afterMs: forMs,
          do() {
            isWebhookAway = false;
          },
        };
      },
      "graph-answers-lost"({ count }) {
        meta.faults.loseAnswers = count;
        return undefined;
      },
      "lookups-fail"({ count }) {
        meta.faults.failLookups = count;
        return undefined;
      },
      "graph-unavailable"({ forMs }) {
        meta.setAway(true);
        return { afterMs: forMs, do: () => meta.setAway(false) };
      },
    };

    return {
      ...{ connectionId, phones, webSocketUrl: "ws://127.0.0.1:1/", meta: meta.config },
      facts: {
        specialKinds: pageKinds,
        hasCaptions: false,
        async providerIdsOf(messageIds) {
          const rows = await parts.ownerSql<{ id: string; provider_id: string | null }[]>`
            select id, provider_id from messages where connection_id = ${connectionId} and id = any(${[...messageIds]})`;
          return new Map(rows.flatMap(({ id, provider_id }) => (provider_id ? [[id, provider_id] as const] : [])));
        },
      },
      async link(reach) {
        const fetch = (request: Request) => (isWebhookAway ? new Response("away", { status: 503 }) : reach(request));
        webhook = serve({ fetch, port: 0, hostname: "127.0.0.1" }) as Server;
        await once(webhook, "listening");
        const { port } = webhook.address() as AddressInfo;
        await meta.events.subscribe(`http://127.0.0.1:${port}/webhooks/meta`, meta.config.verifyToken);
        for (;;) {
          const [found] = await parts.ownerSql<
            { status: string }[]
          >`select status from connections where id = ${connectionId}`;
          if (found?.status === "CONNECTED") return;
          await pause(30);
        }
      },
      drop() {},
      injectFault(fault) {
        const injected = faults[fault.kind] as ((fault: Fault) => FaultEnd | undefined) | undefined;
        return injected ? Promise.resolve(injected(fault)) : null;
      },
      async endFaults() {
        isWebhookAway = false;
        meta.setAway(false);
        meta.events.times = 1;
        Object.assign(meta.faults, { loseAnswers: 0, failLookups: 0 });
        meta.events.release({ reversed: meta.events.isHolding });
      },
      close() {
        meta.stop();
        webhook?.closeAllConnections();
        webhook?.close();
      },
    };
  };

type Meta = Awaited<ReturnType<typeof startMeta>>;

/** Links a page like an admin after the login, and disconnects the test system's number. */
async function linkPage({ desk, database }: ChannelParts, meta: Meta, channel: "facebook" | "instagram") {
  const { companyId } = desk;
  const { helena } = meta.people;
  const [page] = helena.pages;
  if (!page?.instagram) throw new Error("the sample page has no Instagram account");
  const facebookUserToken = await meta.token(helena, { addInstagram: true, pages: [page.id] });
  const granted = await grantedAccounts(openGraph(meta.config), {
    ...{ facebookUserId: helena.id, facebookUserToken, addInstagram: true },
  });
  const actor = { companyId, id: desk.agentIds[0], name: "Marina", profile: "admin", queueIds: [] } as unknown as Actor;
  const { connections } = await database.company(companyId, async (db) => {
    await db
      .update(schema.connectionLeases)
      .set({ desired: "down" })
      .where(eq(schema.connectionLeases.connectionId, desk.connectionId));
    return linkAccounts({ db, companyId, actor, device: "chaos", now: new Date() }, openMetaBox(SECRET_KEY), granted);
  });
  const [facebook, instagram] = connections;
  const linked = channel === "facebook" ? facebook : instagram;
  if (!linked) throw new Error("no connection was linked");
  return { connectionId: linked.id, accountId: channel === "facebook" ? page.id : page.instagram.id };
}

/** Maps the actions of phones to people who write to the page. */
function phonesOf(meta: Meta, accountId: string): Phones {
  const actions = new PageActions(meta.chats, meta.phones);
  const connectionId = `page:${accountId}`;
  const at = (number: string) => ({ connectionId, number });
  return {
    async write(from, { file, ...message }) {
      const name = `Pessoa ${from.slice(-4)}`;
      if (file === "viewOnce") throw new Error("pages have no view-once messages");
      return actions.write({ connectionId, from, name, ...message, ...(file && { media: { type: file } }) }).id;
    },
    react: async (number, id, emoji) => actions.react({ ...at(number), id, emoji }),
    call: () => Promise.reject(new Error("pages have no calls")),
    answerOnPhone: async (number, body) => actions.writeAsPage({ ...at(number), body }).id,
    edit: async (number, id, body) => actions.edit({ ...at(number), id, body }),
    remove: async (number, id) => actions.remove({ ...at(number), id }),
    read: async (number) => actions.read(at(number)),
    messages: async (number) => actions.messages(at(number)) as PhoneMessage[],
    fault: () => Promise.reject(new Error("pages have their own faults")),
  };
}
