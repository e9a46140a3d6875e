import { randomUUID } from "node:crypto";
import { deflateSync } from "node:zlib";
import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import { schema } from "../../db/index.ts";
import { givenCompany, givenTicket } from "../../db/testing/given.ts";
import { atDesk } from "../../domain/testing.ts";
import { type Client, type GivenApp, givenApp, givenSignedIn } from "../testing/given-app.ts";

const { messages } = schema;

let given: GivenApp;
let client: Client;
let companyId: string;
let ticketId: string;
beforeAll(async () => {
  given = await givenApp();
  const { ana, connection, ...company } = await givenCompany();
  companyId = company.companyId;
  client = await givenSignedIn(given, ana);
  const place = { companyId, queueId: company.queue.id, connectionId: connection.id };
  ticketId = (await givenTicket({ ...place, userId: ana.id, status: "open" })).id;
});

const command = (payload: object = { ticketId, body: "Bom dia!" }) => {
  return { id: randomUUID(), type: "message.send", payload, createdAt: "2026-07-01T10:00:00.000Z" };
};
type Sent = { body: string | Uint8Array<ArrayBuffer>; headers?: Record<string, string> };
async function post({ body, headers }: Sent) {
  const init = { method: "POST", body, headers: { "content-type": "application/json", ...headers } };
  const answer = await client.request("/sync/commands", init);
  return { status: answer.status, headers: answer.headers, body: await answer.json() };
}
const compressed = (text: string): Sent => ({
  body: new Uint8Array(deflateSync(text)),
  headers: { "content-encoding": "deflate" },
});
const messagesOf = (id: string) =>
  atDesk(companyId, (ctx) => ctx.db.select({ body: messages.body }).from(messages).where(eq(messages.id, id)));

describe("a compressed batch of commands", () => {
  test("is applied, and each answer says that it may be compressed", async () => {
    const sent = command({ ticketId, body: "Olá, já enviamos o vaso 🏺" });
    const plain = await post({ body: JSON.stringify({ commands: [command()] }) });
    const answer = await post(compressed(JSON.stringify({ commands: [sent] })));
    expect(answer.body).toMatchObject({ results: [{ id: sent.id, status: "applied" }] });
    expect([plain, answer].map(({ headers }) => headers.get("Accept-Encoding"))).toEqual(["deflate", "deflate"]);
    expect(await messagesOf(sent.id)).toEqual([{ body: "Olá, já enviamos o vaso 🏺" }]);
  });

  test("that inflates beyond the limit for JSON is refused like a body of that size", async () => {
    const large = JSON.stringify({ commands: [command({ ticketId, body: "x".repeat(3 * 1024 * 1024) })] });
    const zipped = compressed(large);
    expect(zipped.body.length).toBeLessThan(10_000);
    for (const sent of [zipped, { body: large }]) {
      const answer = await post(sent);
      expect([answer.status, answer.body]).toMatchObject([413, { code: "ERR_BODY_TOO_LARGE" }]);
    }
  });

  test.each<[string, (whole: Uint8Array<ArrayBuffer>) => Uint8Array<ArrayBuffer>]>([
    ["is not compressed", () => new TextEncoder().encode('{"commands":[]}')],
    ["is cut off", (whole) => whole.slice(0, -8)],
    ["is empty", () => new Uint8Array()],
  ])("that %s is refused as malformed", async (_case, broken) => {
    const sent = command();
    const { body, headers } = compressed(JSON.stringify({ commands: [sent] }));
    const answer = await post({ body: broken(body as Uint8Array<ArrayBuffer>), headers: headers ?? {} });
    expect([answer.status, answer.body]).toMatchObject([400, { code: "ERR_MALFORMED_JSON" }]);
    expect(await messagesOf(sent.id)).toEqual([]);
  });

  test("is validated, and not inflated for a stranger", async () => {
    const answer = await post(compressed(JSON.stringify({ commands: [] })));
    expect([answer.status, answer.body.code]).toEqual([400, "ERR_VALIDATION"]);
    const { body, headers } = compressed("x".repeat(3 * 1024 * 1024));
    const init = { method: "POST", body, headers: { ...headers, "content-type": "application/json" } };
    expect((await given.app.request("/sync/commands", init)).status).toBe(401);
  });
});

describe("a device that prefers a short answer", () => {
  const prefer = { prefer: "return=minimal" };

  test("gets the revisions of applied commands, also when it repeats them", async () => {
    const commands = [command(), command()];
    const sent = { body: JSON.stringify({ commands }), headers: prefer };
    const { results } = (await post({ body: sent.body })).body;
    const revs = results.map(({ rev }: { rev: number }) => rev);
    expect(revs).toEqual([expect.any(Number), expect.any(Number)]);
    expect((await post(sent)).body).toEqual({ revs });
  });

  test("gets the whole answer if one was refused", async () => {
    const commands = [command(), command({ ticketId: randomUUID(), body: "Oi" })];
    const { body } = await post({ body: JSON.stringify({ commands }), headers: prefer });
    expect(body.results).toMatchObject([
      { id: commands[0]?.id, status: "applied" },
      { id: commands[1]?.id, status: "rejected", code: "ERR_NO_TICKET_FOUND" },
    ]);
  });
});
