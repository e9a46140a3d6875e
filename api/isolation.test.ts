import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import { schema } from "../db/index.ts";
import { type GivenAgent, givenAgent, givenCompany, testDatabase } from "../db/testing/given.ts";
import { type Asked, callEverything } from "./testing/call-everything.ts";
import { type Client, type GivenApp, givenApp, givenSignedIn } from "./testing/given-app.ts";
import { givenVictim, idsOf, rowsOf, SECRET, type Victim } from "./testing/given-victim.ts";

let given: GivenApp;
beforeAll(async () => {
  given = await givenApp();
});

async function listening(client: Client) {
  const received: string[] = [];
  const response = await client.request("/events");
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  void (async () => {
    for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) received.push(part.value);
  })();
  return received;
}

/**
 * Makes a change in the victim's company, then one that the stranger may see in the stranger's company, and waits until
 * the victim's own user has received the first and the stranger's stream the second.
 */
async function stir(victim: Victim, owner: Client, stranger: { companyId: string; received: readonly string[] }) {
  const received = await listening(owner);
  await testDatabase().company(victim.companyId, (tx) =>
    tx.update(schema.messages).set({ ack: 3 }).where(sql`id = ${victim.desk.messages[0]}`),
  );
  await given.sequencer.run(victim.companyId);
  await expect.poll(() => received.join("")).toContain("threads");
  const count = () => stranger.received.join("").match(/"contactImports"/g)?.length ?? 0;
  const before = count();
  await testDatabase().company(stranger.companyId, (tx) =>
    tx.execute(sql`select log_change(${stranger.companyId}::uuid, 'contactImports', 'x', null, null, null)`),
  );
  await given.sequencer.run(stranger.companyId);
  await expect.poll(count).toBeGreaterThan(before);
}

const mailAndAiRoutes = ["/ai", "/ai/server", "/listar-emails-enviados", "/mail-setup", "/mails", "/mails/:id"];

describe("calls to every route, collection, command and the stream", () => {
  test("by another company's admin read and write nothing", async () => {
    const victim = await givenVictim(given);
    const other = await givenCompany();
    const stranger = await givenSignedIn(given, { ...other.admin });
    const owner = await givenSignedIn(given, victim.ana);
    const received = await listening(stranger);
    const before = await rowsOf(victim.companyId);
    const asked = await callEverything(given, stranger, victim);
    expect(new Set(asked.map(({ route }) => route)).size).toBeGreaterThan(40);
    expect(await rowsOf(victim.companyId)).toEqual(before);
    await stir(victim, owner, { companyId: other.companyId, received });
    expectNothingRead(asked, [...idsOf(victim.desk), ...idsOf(victim.common)]);
    expect(received.join("")).not.toContain(victim.ticket.id);
    expect(received.join("").match(/"threads"/)).toBeNull();
  }, 240_000);

  test("by the ticket's own agent read the data, so the calls do reach it", async () => {
    const victim = await givenVictim(given);
    const owner = await givenSignedIn(given, victim.ana);
    const asked = await callEverything(given, owner, victim, /GET/, { plain: true });
    const readers = asked.filter(({ status, answer }) => status === 200 && answer.includes(SECRET));
    const routes = new Set(readers.map(({ route }) => route));
    for (const route of [
      "/tickets",
      "/tickets/:id",
      "/tickets/u/:id",
      "/tickets/kanban",
      "/messages/:ticketId",
      "/contacts",
      "/contacts/:id",
      "/media/:fileId",
      "/quick-messages/list",
      "/quick-messages/:id",
      "/schedules",
      "/schedules/:id",
      "/contacts/:id/tickets",
      "/messages/:id/versions",
      "/messages/:ticketId/media",
      "/ticket-notes/list",
      "/tags",
      "/tags/:id",
      "/tags/list",
      "/sync/:collection",
      "/chats",
      "/chats/:id/messages",
    ]) {
      expect(routes).toContain(route);
    }
  }, 240_000);

  test("by the company's admin read the campaigns, the mails and the AI server, so the calls do reach them", async () => {
    const victim = await givenVictim(given);
    const owner = await givenSignedIn(given, victim.admin);
    const asked = await callEverything(given, owner, victim, /GET/, { plain: true });
    const readers = asked.filter(({ status, answer }) => status === 200 && answer.includes(SECRET));
    const routes = [...new Set(readers.map(({ route }) => route))].sort();
    expect(routes.filter((route) => route.startsWith("/campaigns"))).toEqual([
      "/campaigns",
      "/campaigns/:id",
      "/campaigns/:id/preview",
      "/campaigns/:id/preview/excluded",
      "/campaigns/:id/recipients",
      "/campaigns/:id/recipients.csv",
      "/campaigns/:id/report",
    ]);
    expect(routes.filter((route) => /mail|^\/ai/.test(route))).toEqual(mailAndAiRoutes);
  }, 240_000);

  test("by an agent without the queue read and write nothing of that queue", async () => {
    const victim = await givenVictim(given);
    const { companyId } = victim;
    const agent: GivenAgent = await givenAgent({ companyId, name: "Sem fila", allUserChat: true });
    const outsider = await givenSignedIn(given, agent);
    const owner = await givenSignedIn(given, victim.ana);
    const received = await listening(outsider);
    // Tables that any user may write: contacts and their consent belong to the whole company, tags, quick messages and schedules can be
    // created by everyone, and the log, the command results and one's own uploads result from any call.
    const own = [
      "contacts",
      "contact_fields",
      "contact_addresses",
      "opt_outs",
      "consent_changes",
      "tags",
      "quick_messages",
      "schedules",
      "changes",
      "clocks",
      "command_log",
      "files",
      // The time the outsider was last seen; updated again when the calls take long.
      "user_activity",
    ];
    const added = async () => {
      const rows = await rowsOf(companyId);
      return [rows.tags, rows.quick_messages, rows.schedules].flat() as string[];
    };
    const before = await rowsOf(companyId, own);
    const there = await added();
    const asked = await callEverything(given, outsider, victim);
    expect(await rowsOf(companyId, own)).toEqual(before);
    expect(await added()).toEqual(expect.arrayContaining(there));
    const files = await testDatabase().company(companyId, (tx) =>
      tx
        .select()
        .from(schema.files)
        .where(sql`sha256 = ${"0".repeat(64)} and name = ${`${SECRET}.pdf`}`),
    );
    expect(files).toHaveLength(3);
    await stir(victim, owner, { companyId, received });
    // The specification returns the contact's open ticket to a user who wants to open another.
    const others = asked.filter(({ answer }) => !answer.includes("ERR_OTHER_OPEN_TICKET"));
    expectNothingRead(
      others,
      idsOf(victim.desk),
      /segredo-da-olaria (mensagem|falhou|arquivo|rápida|antes|nota|rascunho|agendada|conversa)/,
    );
    expect(received.join("")).not.toMatch(/"threads"|"tickets"/);
  }, 240_000);
});

test("calls to every GET route by a super user of another company read nothing of a conversation", async () => {
  const victim = await givenVictim(given);
  const { companyId } = await givenCompany();
  const owner = await givenSignedIn(given, await givenAgent({ companyId, profile: "admin", isSuper: true }));
  const received = await listening(owner);
  const asked = await callEverything(given, owner, victim, /GET/);
  // The calls do reach the company: its figures are shown.
  const reached = asked.filter(({ status, what }) => status === 200 && what.includes(victim.companyId));
  expect(reached.map(({ route }) => route)).toContain("/companies/:id/invoices");
  expectNothingRead(asked, idsOf(victim.desk));
  expect(received.join("")).not.toContain(victim.ticket.id);
}, 240_000);

/** Expects that no answer contains an id that its own request did not name, nor a text of the victim. */
function expectNothingRead(asked: readonly Asked[], ids: readonly string[], text: RegExp = /segredo-da-olaria/) {
  const leaks = asked.filter(({ sent, answer }) => {
    const named = ids.some((id) => answer.includes(id) && !sent.includes(id));
    return named || (text.test(answer) && !answer.includes('"error"'));
  });
  expect(leaks.map(({ what, answer }) => `${what}: ${answer.slice(0, 200)}`)).toEqual([]);
  const failed = asked.filter(({ status }) => status >= 500);
  expect(failed.map(({ what, status }) => `${what}: ${status}`)).toEqual([]);
  // A user's bearer and cookie are not accepted where a connection's token is required.
  const external = asked.filter(({ route }) => route === "/api/messages/send");
  expect(external.filter(({ status }) => status !== 401)).toEqual([]);
  const unseen = asked.filter(({ status, route }) => status === 401 && route !== "/api/messages/send");
  expect(unseen.map(({ what }) => what)).toEqual([]);
}
