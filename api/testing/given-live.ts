import type { AddressInfo } from "node:net";
import { serve } from "@hono/node-server";
import { io, type Socket } from "socket.io-client";
import { uuidv7 } from "uuidv7";
import { vi } from "vitest";
import { schema } from "../../db/index.ts";
import { testDatabase } from "../../db/testing/given.ts";
import { openLive } from "../live/open-live.ts";
import { listenToEndedSessions } from "../session/index.ts";
import { type GivenApp, givenApp } from "./given-app.ts";

export type FlowAnswer = { event: string; action: string; [field: string]: unknown };

/** Starts the app on a port of its own with the live channel. Several instances stand for several processes. */
export async function givenLive(config: Parameters<typeof givenApp>[0] = {}, options: { strangerMs?: number } = {}) {
  const given = await givenApp(config);
  const server = await new Promise<ReturnType<typeof serve>>((resolve) => {
    const opened = serve({ fetch: given.app.fetch, hostname: "127.0.0.1", port: 0 }, () => resolve(opened));
  });
  const live = openLive(server, { ...given.deps, ...options });
  const ended = await listenToEndedSessions(given.database, live.endSession);
  const { port } = server.address() as AddressInfo;
  return {
    ...given,
    live,
    url: `http://127.0.0.1:${port}`,
    async stop() {
      live.close();
      await ended.stop();
      server.close();
    },
  };
}

export type Listening = Awaited<ReturnType<typeof listenLive>>;

/** Opens a client of the live channel that stores every event it receives. */
export async function listenLive(
  url: string,
  signedIn: { token?: string; cookie?: string; origin?: string } | null,
  joins: { notification?: true; statuses?: string[]; chats?: string[] } = {},
) {
  const socket: Socket = io(url, {
    transports: ["websocket"],
    forceNew: true,
    auth: signedIn?.token ? { token: signedIn.token } : {},
    extraHeaders: {
      ...(signedIn?.cookie && { cookie: signedIn.cookie }),
      ...(signedIn?.origin && { origin: signedIn.origin }),
    },
  });
  const received: FlowAnswer[] = [];
  socket.onAny((event: string, payload: { action: string }) => received.push({ event, ...payload }));
  await new Promise<void>((resolve, reject) => {
    socket.once("connect", resolve);
    socket.once("connect_error", reject);
  });
  if (joins.notification) socket.emit("joinNotification");
  for (const status of joins.statuses ?? []) socket.emit("joinTickets", status);
  // A socket without a session gets no acknowledgement of its joins.
  for (const chat of joins.chats ?? [])
    if (signedIn?.cookie) await socket.emitWithAck("joinChatBox", chat);
    else socket.emit("joinChatBox", chat);
  return {
    socket,
    received,
    named: (name: string) => received.filter(({ event }) => event.endsWith(`-${name}`)),
    close: () => socket.close(),
  };
}

/** Assigns revisions to the changes and waits until every listener has received them all. */
export async function allReceived(
  given: Pick<GivenApp, "sequencer">,
  companyId: string,
  listeners: readonly Listening[],
) {
  const id = uuidv7();
  // Settings go to every listener and are emitted last within a batch.
  await testDatabase().company(companyId, (tx) => tx.insert(schema.settings).values({ companyId, key: id, value: "" }));
  await given.sequencer.run(companyId);
  const isMark = ({ setting }: FlowAnswer) => (setting as { key: string } | undefined)?.key === id;
  const haveAllReceived = () => listeners.every(({ received }) => received.some(isMark));
  await vi.waitUntil(haveAllReceived, { interval: 10 });
}
