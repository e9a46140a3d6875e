import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { givenAgent, givenCompany } from "../db/testing/given.ts";
import { readPayments } from "../outside/payments/index.ts";
import { type StartedMeta, startMeta } from "../sandbox/testing/start-meta.ts";
import { filled, requestOf, withToken } from "./testing/contract-request.ts";
import { type ContractNames, contractRows, type Fields } from "./testing/contract-rows.ts";
import { enableAi, type GivenAi, givenAi } from "./testing/given-ai.ts";
import { type Client, type GivenApp, givenApp, givenSignedIn } from "./testing/given-app.ts";
import { givenContractDesk } from "./testing/given-contract-desk.ts";

let meta: StartedMeta;
let ai: GivenAi;
let atMeta: Pick<ContractNames, "facebookUserId" | "facebookUserToken">;
let given: GivenApp;
let company: Awaited<ReturnType<typeof givenCompany>>;
let clients: Record<"agent" | "admin" | "super", Client>;
beforeAll(async () => {
  meta = await startMeta();
  ai = await givenAi();
  const payments = readPayments({ PIX_KEY: "conta@balcao.example", PIX_NAME: "Balcão", PIX_CITY: "Belo Horizonte" });
  given = await givenApp({ meta: meta.config, ai: ai.config, allowsSignUp: true, payments });
  const { helena } = meta.people;
  atMeta = { facebookUserId: helena.id, facebookUserToken: await meta.token(helena, { addInstagram: true }) };
  company = await givenCompany();
  await enableAi(company.companyId, ["chat"]);
  const owner = await givenAgent({ companyId: company.companyId, name: "Dona", profile: "admin", isSuper: true });
  clients = {
    agent: await givenSignedIn(given, company.ana),
    admin: await givenSignedIn(given, company.admin),
    super: await givenSignedIn(given, owner),
  };
});

afterAll(() => Promise.all([meta.stop(), ai.stop()]));

/** Spellings of a path: with a final slash, and with the double slash of clients whose base ends in `/`. */
const spellings: [name: string, spell: (path: string) => string][] = [
  ["a final slash", (path) => `${path}/`],
  ["a double slash", (path) => `/${path}`],
];

const id = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const kinds: Record<string, (value: unknown) => boolean> = {
  id: (value) => typeof value === "string" && id.test(value),
  text: (value) => typeof value === "string",
  number: (value) => typeof value === "number",
  flag: (value) => typeof value === "boolean",
  bit: (value) => value === 0 || value === 1,
  iso: (value) => typeof value === "string" && /^\d{4}-\d\d-\d\dT[\d:.]+(Z|[+-]\d\d:\d\d)$/.test(value),
  list: (value) => Array.isArray(value),
  object: (value) => typeof value === "object" && value !== null && !Array.isArray(value),
  url: (value) => typeof value === "string" && URL.canParse(value),
};

function isKind(value: unknown, kind: string): boolean {
  if (kind.startsWith("=")) return value === kind.slice(1);
  if (kind.endsWith("?")) return value === null || isKind(value, kind.slice(0, -1));
  return kinds[kind]?.(value) ?? false;
}

/** Some calls are limited per address: each comes from one of its own. */
const fromNewAddress = (headers?: HeadersInit) => ({
  ...Object.fromEntries(new Headers(headers)),
  "x-forwarded-for": randomUUID(),
});

/**
 * Makes a call without a session and without a body. Returns the status and the code of its answer; null: it has none,
 * like the lists that everyone may read, to which other tests add rows meanwhile.
 */
async function withoutSignIn(method: string, path: string): Promise<{ status: number; code: string | null }> {
  const response = await given.app.request(`http://localhost${path}`, { method, headers: fromNewAddress() });
  const text = await response.text();
  return { status: response.status, code: text.startsWith("{") ? (JSON.parse(text).code ?? null) : null };
}

/** Returns every value at a path; an empty list yields none, which counts as a missing answer. */
function valuesAt(answer: unknown, path: string): unknown[] {
  let values = [answer];
  for (const step of path.split(/\.|(?=\[\])/).filter(Boolean)) {
    values = values.flatMap((value) => {
      if (step === "[]") return Array.isArray(value) ? value : [];
      return typeof value === "object" && value !== null ? [(value as Record<string, unknown>)[step]] : [undefined];
    });
  }
  return values;
}

function wrongFields(answer: unknown, fields: Fields): string[] {
  return Object.entries(fields).flatMap(([path, kind]) => {
    const values = valuesAt(answer, path);
    const wrong = values.filter((value) => !isKind(value, kind));
    if (values.length > 0 && wrong.length === 0) return [];
    return [`${path} is not ${kind}: ${values.length === 0 ? "nothing is there" : JSON.stringify(wrong[0])}`];
  });
}

const titled = contractRows.map((row) => [[row.call, row.as].filter(Boolean).join(", "), row] as const);

describe("every call of the interface answers the listed fields:", () => {
  test.each(titled)("%s", async (_title, row) => {
    const names = await givenContractDesk(company, atMeta);
    await row.before?.(names);
    const [method = "", path = ""] = filled(row.call, names).split(" ");
    const query = Object.entries(row.query ?? {}).map(([name, text]) => [name, filled(text, names)] as const);
    const address = path + (query.length > 0 ? `?${new URLSearchParams(query.map((pair) => [...pair]))}` : "");
    const client = clients[row.by ?? "agent"];
    const request = withToken(row, requestOf(row, method, names), names);
    const response = await client.request(address, { ...request, headers: fromNewAddress(request.headers) });
    const text = await response.text();
    expect([response.status, response.status === (row.status ?? 200) ? "" : text]).toEqual([row.status ?? 200, ""]);
    const fields = JSON.parse(filled(JSON.stringify(row.answer), names));
    expect(wrongFields(text ? JSON.parse(text) : null, fields)).toEqual([]);
  });
});

test("every path of the interface is also found with a final slash and with a double slash", async () => {
  // Mails to an address are limited, and the calls above have sent some.
  const names = await givenContractDesk(await givenCompany(), atMeta);
  const unknown = await withoutSignIn("GET", "/no-such-path");
  for (const call of new Set(contractRows.map((row) => filled(row.call, names)))) {
    const [method = "", path = ""] = call.split(" ");
    const listed = await withoutSignIn(method, path);
    // The webhook of a payment provider that is not configured answers like an unknown path.
    if (!path.startsWith("/webhooks/")) expect([call, listed]).not.toEqual([call, unknown]);
    for (const [name, spell] of spellings)
      expect([call, name, await withoutSignIn(method, spell(path))]).toEqual([call, name, listed]);
  }
});

test.each(spellings)("a signed-in call with %s answers like the listed path", async (_name, spell) => {
  const { ticketId } = await givenContractDesk(company, atMeta);
  const [listed, spelled] = await Promise.all(
    [`/tickets/${ticketId}`, spell(`/tickets/${ticketId}`)].map(async (path) => {
      const response = await clients.agent.request(`http://localhost${path}`);
      return { status: response.status, body: await response.json() };
    }),
  );
  expect(listed).toMatchObject({ status: 200, body: { id: ticketId } });
  expect(spelled).toEqual(listed);
});

test("a message's media address returns the file's bytes, to other origins too", async () => {
  const names = await givenContractDesk(company, atMeta);
  const row = contractRows.find(({ as }) => as === "files");
  if (!row) throw new Error("no row sends files");
  const sent = await clients.agent.request(`/messages/${names.ticketId}`, requestOf(row, "POST", names));
  const [message] = (await sent.json()).messages;
  const bytes = await given.app.request(message.mediaUrl, { headers: { origin: "https://outra.example" } });
  expect([bytes.status, await bytes.text()]).toEqual([200, "um, dois"]);
  expect(bytes.headers.get("content-type")).toContain("text/plain");
  expect(bytes.headers.get("access-control-allow-origin")).toBe("https://outra.example");
});
