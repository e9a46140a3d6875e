import { beforeAll, describe, expect, test } from "vitest";
import { errorCodes } from "../../contracts/errors.ts";
import { type GivenAgent, givenCompany, givenTicket } from "../../db/testing/given.ts";
import { type Client, type GivenApp, givenApp, givenSignedIn, json } from "../testing/given-app.ts";
import { errorStatuses } from "./on-error.ts";

let given: GivenApp;
let client: Client;
let admin: Client;
let ana: GivenAgent;
let ticketId: string;
beforeAll(async () => {
  given = await givenApp();
  const company = await givenCompany();
  ana = company.ana;
  admin = await givenSignedIn(given, company.admin);
  client = await givenSignedIn(given, ana);
  ticketId = (await givenTicket({ companyId: ana.companyId, queueId: company.queue.id })).id;
});

describe("an invalid body", () => {
  const id = "01900000-0000-7000-8000-000000000000";
  const wrong: [method: string, path: string, body: unknown, field: string][] = [
    ["POST", "/auth/login", { email: 1, password: "x" }, "email"],
    ["POST", "/auth/login", {}, "email"],
    ["POST", "/tickets", { contactId: "not an id" }, "contactId"],
    ["POST", "/tickets", { contactId: id, status: "gone" }, "status"],
    ["PUT", `/tickets/${id}`, { status: 3 }, "status"],
    ["PUT", `/tickets/${id}`, { queueId: 3 }, "queueId"],
    ["POST", `/messages/${id}`, { body: ["a"] }, "body"],
    ["POST", `/messages/${id}`, { body: "x".repeat(65_537) }, "body"],
    ["POST", "/schedules", { contactId: id, body: "Bom dia!", sendAt: "2026-02-30T10:00:00Z" }, "sendAt"],
    ["POST", "/contacts", { name: "A", number: "123" }, "name"],
    ["POST", "/contacts", { name: "Ana", number: "5531987654321", extraInfo: "x" }, "extraInfo"],
    ["POST", "/contacts", { name: "Ana", number: "5531987654321", extraInfo: fieldsOf(51) }, "extraInfo"],
    ["POST", "/contacts", { name: "Ana", number: "5531987654321", extraInfo: fieldsOf(3_000) }, "extraInfo"],
    ["POST", "/users", { name: "Ana", queueIds: Array.from({ length: 1_001 }, () => id) }, "queueIds"],
    ["POST", "/tags", Object.fromEntries(Array.from({ length: 201 }, (_, place) => [`f${place}`, 1])), "body"],
    ["PUT", `/contacts/${id}`, { email: 5 }, "email"],
    ["PUT", `/contacts/${id}`, { name: "x".repeat(1_001) }, "name"],
    ["PUT", `/contacts/block/${id}`, { active: "yes" }, "active"],
    ["POST", "/whatsapp", { name: 5 }, "name"],
    ["POST", "/whatsapp", { name: "Loja", timeSendQueue: "often" }, "timeSendQueue"],
    ["POST", "/sync/commands", { commands: [] }, "commands"],
    ["POST", "/sync/commands", { commands: [{ id, type: 1, payload: {}, createdAt: "now" }] }, "commands.0.type"],
    ["POST", "/sync/commands", [], "commands"],
  ];
  const titled = wrong.map(([method, path, body, field]) => {
    return { method, path, body, field, shown: JSON.stringify(body).slice(0, 80) };
  });
  test.each(titled)("of $method $path $shown gets 400 naming $field", async ({ method, path, body, field }) => {
    const answer = await (/^\/(whatsapp|users)/.test(path) ? admin : client).send(method, path, body);
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({
      code: "ERR_VALIDATION",
      fields: { [field]: expect.arrayContaining([expect.any(String)]) },
    });
  });

  test("that is not JSON gets ERR_MALFORMED_JSON; another JSON type names the missing field", async () => {
    const headers = { "content-type": "application/json" };
    const malformed = await client.request("/contacts", { method: "POST", headers, body: '{"name": ' });
    expect([malformed.status, await malformed.json()]).toMatchObject([400, { code: "ERR_MALFORMED_JSON" }]);
    const text = await client.request("/contacts", { method: "POST", body: "name=Ana" });
    expect([text.status, (await text.json()).code]).toEqual([400, "ERR_VALIDATION"]);
    const form = { "content-type": "multipart/form-data; boundary=x" };
    const broken = await client.request(`/messages/${ticketId}`, { method: "POST", headers: form, body: "nonsense" });
    expect([broken.status, (await broken.json()).code]).toEqual([400, "ERR_VALIDATION"]);
  });

  test("that is too large gets 413, with and without a declared length", async () => {
    const large = JSON.stringify({ name: "x".repeat(3 * 1024 * 1024), number: "5531987654321" });
    const said = await client.request("/contacts", { ...json("POST", {}), body: large });
    expect([said.status, await said.json()]).toMatchObject([413, { code: "ERR_BODY_TOO_LARGE" }]);
    const body = new Blob([large]).stream();
    const init = { method: "POST", body, duplex: "half", headers: { "content-type": "application/json" } };
    const streamed = await client.request("/contacts", init as RequestInit);
    expect(streamed.status).toBe(413);
    // A client that keeps connections alive would otherwise send its next call on a closed connection.
    expect([said.headers.get("connection"), streamed.headers.get("connection")]).toEqual(["close", "close"]);
  });
});

describe("an invalid query", () => {
  test.each([
    ["/tickets?pageNumber=zero", "pageNumber"],
    ["/tickets?pageNumber=-1", "pageNumber"],
    ["/tickets?queueIds=[1]", "queueIds.0"],
    ["/tickets?queueIds={", "queueIds"],
    ["/tickets?status=lost", "status"],
    ["/tickets?showAll=maybe", "showAll"],
    ["/tickets?date=yesterday", "date"],
    ["/contacts?contactTag=x", "contactTag"],
    ["/sync/tickets?checkpoint=x", "checkpoint"],
    ['/sync/tickets?checkpoint={"phase":"live","rev":1}', "checkpoint.scope"],
    ["/sync/tickets?limit=0", "limit"],
    ["/sync/threads?ids=a", "ids.0"],
  ])("%s gets 400 naming %s", async (path, field) => {
    const { status, body } = await client.get(encodeURI(path));
    expect([status, body.code, Object.keys(body.fields)]).toEqual([400, "ERR_VALIDATION", [field]]);
  });
});

describe("an unknown id", () => {
  test.each([
    ["GET", "/tickets/17", "ERR_NO_TICKET_FOUND"],
    ["GET", "/tickets/u/x'--", "ERR_NO_TICKET_FOUND"],
    ["GET", "/messages/17", "ERR_NO_TICKET_FOUND"],
    ["DELETE", "/messages/17", "ERR_NO_MESSAGE_FOUND"],
    ["GET", "/contacts/17", "ERR_NO_CONTACT_FOUND"],
    ["GET", "/whatsapp/17", "ERR_NO_WAPP_FOUND"],
    ["GET", "/media/17", "ERR_NO_FILE_FOUND"],
    ["GET", "/uploads/01900000-0000-7000-8000-000000000000", "ERR_NO_FILE_FOUND"],
    ["GET", "/sync/passwords", "ERR_NOT_FOUND"],
    ["GET", "/no/such/path", "ERR_NOT_FOUND"],
    ["GET", "/sandbox", "ERR_NOT_FOUND"],
  ])("in %s %s gets 404 %s", async (method, path, code) => {
    const { status, body } = await client.send(method, path);
    expect([status, body.code]).toEqual([404, code]);
  });
});

test("unknown fields are dropped and not stored", async () => {
  const sent = { name: "Nina Prado", number: "5531987650101", companyId: "x", isGroup: true, mergedIntoId: ana.id };
  const { status, body } = await client.send("POST", "/contacts", sent);
  expect([status, body.isGroup, body.name]).toEqual([200, false, "Nina Prado"]);
});

test("a path with a final slash or double slashes is the same route", async () => {
  for (const path of ["/queue", "/queue/", "//queue", "//queue//", "/queue/?companyId=1"]) {
    expect((await client.request(path)).status).toBe(200);
  }
});

test("401 is only for wrong credentials, an ended session and an unknown API token, 403 only for a bearer or a missing permission", () => {
  const byStatus = Map.groupBy(errorCodes, (code) => errorStatuses[code]);
  expect(byStatus.get(401)).toEqual(["ERR_INVALID_CREDENTIALS", "ERR_SESSION_EXPIRED", "ERR_UNKNOWN_TOKEN"]);
  expect(byStatus.get(403)).toEqual(["ERR_NO_PERMISSION", "ERR_TOKEN_EXPIRED"]);
});

test("an internal error gets 500 with the request's id and no details", async () => {
  const broken = await givenApp();
  broken.app.get("/breaks", () => {
    throw new Error("the password of the database is 1234");
  });
  const response = await broken.app.request("/breaks");
  const body = await response.json();
  expect(response.status).toBe(500);
  expect(body).toMatchObject({ code: "ERR_INTERNAL", details: { requestId: response.headers.get("X-Request-Id") } });
});

test("cross-origin requests are answered for configured origins only, with the user's session", async () => {
  const preflight = (origin: string) =>
    given.app.request("/tickets", {
      method: "OPTIONS",
      headers: { origin, "access-control-request-method": "PUT", "access-control-request-headers": "authorization" },
    });
  const known = await preflight("https://outra.example");
  expect(known.headers.get("Access-Control-Allow-Origin")).toBe("https://outra.example");
  expect(known.headers.get("Access-Control-Allow-Credentials")).toBe("true");
  expect((await preflight("https://ladrao.example")).headers.get("Access-Control-Allow-Origin")).toBeNull();
});

test("answers to devices forbid sniffing and storing, and carry no headers for pages", async () => {
  for (const path of ["/sync/tickets", "/events"]) {
    const { headers } = await given.app.request(path);
    expect(headers.get("Content-Type")).toMatch(/^application\/json/);
    expect(headers.get("X-Content-Type-Options")).toBe("nosniff");
    expect(headers.get("Cache-Control")).toBe("no-store");
    expect(headers.get("Content-Security-Policy")).toBeNull();
  }
});

test("every response forbids inline scripts, sniffing and framing", async () => {
  for (const path of ["/health", "/tickets", "/docs", "/no/such/path"]) {
    const { headers } = await given.app.request(path);
    expect(headers.get("Content-Security-Policy")).toMatch(
      /script-src 'self' 'wasm-unsafe-eval';.*frame-ancestors 'none'/,
    );
    expect(headers.get("Content-Security-Policy")).not.toMatch(/unsafe-(inline|hashes)|'unsafe-eval'/);
    const origins = headers.get("Content-Security-Policy")?.match(/https?:[^ ;]+/g);
    expect(origins, "the player of help videos only").toEqual(["https://www.youtube-nocookie.com"]);
    expect(headers.get("X-Content-Type-Options")).toBe("nosniff");
    expect(headers.get("Cache-Control")).toBe("no-store");
  }
});

function fieldsOf(length: number) {
  return Array.from({ length }, () => ({ name: "a", value: "b" }));
}
