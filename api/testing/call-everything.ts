import { randomUUID } from "node:crypto";
import { findTargetHandler } from "hono/utils/handler";
import { commandTypes } from "../../contracts/commands/index.ts";
import { usualHours } from "../../contracts/hours.ts";
import { collections } from "../../contracts/sync.ts";
import { expectations } from "../http/validate.ts";
import type { Client, GivenApp } from "./given-app.ts";
import { idsOf, SECRET, type Victim } from "./given-victim.ts";

/** Returns a body with the victim's ids under every name that a call or command uses. */
function bodyNaming({ ticket, contact, desk, common, number }: Victim) {
  const [messageId, fileId, queueId, connectionId, userId] = [
    desk.messages[0],
    desk.files[0],
    common.queues[0],
    common.connections[0],
    common.users[0],
  ];
  const tagId = common.tags[0];
  return {
    messageIds: [messageId],
    contactIds: [contact.id],
    noteId: desk.notes[0],
    quickMessageId: desk.quick[0],
    scheduleId: desk.schedules[0],
    chatId: desk.chats[0],
    seq: 1,
    userIds: [userId],
    users: [{ id: userId }],
    contactListId: desk.lists[0],
    ids: desk.listItems,
    itemIds: desk.listItems,
    kind: "tag",
    tagId,
    isSent: true,
    sendAt: "2030-01-01T10:00",
    shortcode: "invadido",
    message: "invadido",
    tags: [{ id: tagId }],
    add: [tagId],
    remove: [tagId],
    note: "invadido",
    text: "invadido",
    writerId: messageId,
    emoji: "👍",
    color: "#000000",
    ticketId: ticket.id,
    contactId: contact.id,
    messageId,
    fileId,
    queueId,
    userId,
    connectionId,
    whatsappId: connectionId,
    sendIdQueue: queueId,
    queueIds: common.queues,
    quotedId: messageId,
    quotedMsg: { id: messageId },
    seenMessageId: messageId,
    status: "open",
    body: "invadido",
    name: "Invasor",
    number,
    email: "",
    active: false,
    change: { name: "Invasor", number },
    baseRev: 1_000_000,
    extraInfo: [{ id: contact.id, name: "a", value: "b" }],
    greetingMessage: "oi",
    timeSendQueue: "5",
    isDefault: true,
    password: "",
    profile: "admin",
    parentId: null,
    title: "invadido",
    option: 1,
    value: "enabled",
    state: "out",
    reason: "invadido",
    schedules: usualHours,
  };
}

/** Returns the path's variants with the victim's ids. Settings are addressed by key. */
function pathsOf(path: string, victim: Victim): string[] {
  if (path.includes(":collection")) return collections.map((name) => path.replace(":collection", name));
  if (!path.includes(":")) return [path];
  if (path === "/settings/:key") return ["/settings/call"];
  return [...idsOf(victim.desk), ...idsOf(victim.common)].map((id) => path.replaceAll(/:\w+/g, id));
}

function queriesOf(victim: Victim): string[] {
  const lists = `queueIds=${JSON.stringify(victim.common.queues)}&showAll=true`;
  return [
    "",
    `?searchParam=${SECRET}`,
    `?${lists}&status=open`,
    `?${lists}&status=closed`,
    `?ticketId=${victim.ticket.id}&contactId=${victim.contact.id}`,
    `?tags=${JSON.stringify(victim.common.tags)}&users=${JSON.stringify(victim.common.users)}`,
    `?contactTag=${JSON.stringify(victim.common.tags)}`,
    `?queueId=${victim.common.queues[0]}`,
    `?contactListId=${victim.desk.lists[0]}`,
    "?from=2029-12-01&to=2030-02-01",
    `?ids=${victim.desk.tickets.join(",")}`,
    `?ids=${victim.desk.chats.join(",")}&before=1000`,
    `?ids=${victim.desk.chats.join(",")}`,
    "?offset=0&size=5&sha256=".concat("0".repeat(64), "&name=x.pdf"),
  ];
}

export type Asked = { what: string; route: string; sent: string; status: number; answer: string };

/**
 * Calls every route of the app and every command as the client. `plain`: addresses with an id without the queries, which
 * are most of the calls.
 */
export async function callEverything(
  { app }: GivenApp,
  client: Client,
  victim: Victim,
  methods = /./,
  { plain = false }: { plain?: boolean } = {},
): Promise<Asked[]> {
  const asked: Asked[] = [];
  const signOut = new Set(["/auth/logout", "/auth/login", "/auth/refresh_token"]);
  const routes = app.routes.filter(({ method, path }) => method !== "ALL" && !path.includes("*") && !signOut.has(path));
  const seen = new Set<string>();
  // Only these routes read a query; among paths with an id, a file's address does too.
  const asking = new Set(
    routes
      .filter(
        ({ path, handler }) => expectations.get(findTargetHandler(handler))?.target === "query" || !path.includes(":"),
      )
      .map(({ method, path }) => `${method} ${path}`),
  );
  for (const { method, path } of routes.filter((route) => route.path !== "/events" && methods.test(route.method))) {
    if (seen.has(`${method} ${path}`)) continue;
    seen.add(`${method} ${path}`);
    const hasBody = method !== "GET" && method !== "DELETE";
    for (const target of pathsOf(path, victim)) {
      const isPlain = plain && path.includes(":");
      const takesQuery = !isPlain && (asking.has(`${method} ${path}`) || /^\/(public\/)?media/.test(path));
      for (const query of takesQuery && (method === "GET" || path.startsWith("/uploads")) ? queriesOf(victim) : [""]) {
        const body = hasBody ? JSON.stringify(bodyNaming(victim)) : undefined;
        const headers = body ? { "content-type": "application/json" } : undefined;
        const response = await client.request(`${target}${query}`, { method, body, headers });
        const answer = await response.text();
        asked.push({
          what: `${method} ${target}${query}`,
          sent: `${target}${query}${body ?? ""}`,
          status: response.status,
          answer,
          route: path,
        });
      }
    }
  }
  for (const type of methods.test("POST") ? commandTypes : []) {
    for (const id of [randomUUID(), ...idsOf(victim.desk)]) {
      const commands = [{ id, type, payload: bodyNaming(victim), createdAt: new Date().toISOString() }];
      const { status, body } = await client.send("POST", "/sync/commands", { commands });
      asked.push({
        what: `command ${type}`,
        sent: JSON.stringify(commands),
        status,
        answer: JSON.stringify(body),
        route: type,
      });
    }
  }
  return asked;
}
