import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { givenAgent, givenCompany } from "../db/testing/given.ts";
import { readPayments } from "../domain/billing/index.ts";
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

/** Spellings of a path: as listed, with a final slash, and with the double slash of clients whose base ends in `/`. */
const spellings: [name: string, spell: (path: string) => string][] = [
  ["as listed", (path) => path],
  ["with a final slash", (path) => `${path}/`],
  ["with a double slash", (path) => `/${path}`],
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

describe.each(spellings)("every call of the interface, %s, answers the listed fields:", (_name, spell) => {
  test.each(contractRows.map((row) => [[row.call, row.as].filter(Boolean).join(", "), row] as const))(
    "%s",
    async (_title, row) => {
      const names = await givenContractDesk(company, atMeta);
      const [method = "", path = ""] = filled(row.call, names).split(" ");
      const query = Object.entries(row.query ?? {}).map(([name, text]) => [name, filled(text, names)] as const);
      const address = spell(path) + (query.length > 0 ? `?${new URLSearchParams(query.map((pair) => [...pair]))}` : "");
      const client = clients[row.by ?? "agent"];
      const request = withToken(row, requestOf(row, method, names), names);
      // Each call from an address of its own: some are limited per address.
      const headers = { ...Object.fromEntries(new Headers(request.headers)), "x-forwarded-for": randomUUID() };
      const response = await client.request(`http://localhost${address}`, { ...request, headers });
      const text = await response.text();
      expect([response.status, response.status === (row.status ?? 200) ? "" : text]).toEqual([row.status ?? 200, ""]);
      const fields = JSON.parse(filled(JSON.stringify(row.answer), names));
      expect(wrongFields(text ? JSON.parse(text) : null, fields)).toEqual([]);
    },
  );
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
