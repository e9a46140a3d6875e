import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { findTargetHandler } from "hono/utils/handler";
import * as v from "valibot";
import { beforeAll, expect, test } from "vitest";
import { usualHours } from "../contracts/hours.ts";
import { usualCampaignSettings } from "../contracts/marketing/campaigns.ts";
import { shownInput } from "./http/reference/shown-input.ts";
import { expectations } from "./http/validate.ts";
import { givenApp } from "./testing/given-app.ts";
import { validInput } from "./testing/valid-input.ts";

type Input = { name: string; schema: v.GenericSchema; fields: v.ObjectEntries };

/** The JSON bodies that the reference shows as objects. */
let inputs: Input[];
beforeAll(async () => {
  const { app } = await givenApp({ allowsSignUp: true });
  inputs = app.routes.flatMap(({ method, path, handler }) => {
    const expected = expectations.get(findTargetHandler(handler));
    if (expected?.target !== "json") return [];
    const schema = expected.schema as v.GenericSchema;
    const { entries } = lastObject(shownInput(schema));
    return entries ? [{ name: `${method} ${path}`, schema, fields: entries }] : [];
  });
});

const email = "ana@loja.example";
const password = "Serra-Azul-2027!";
/** Values of fields that a generator does not guess. */
const guessed: Record<string, Record<string, unknown>> = {
  "POST /sign-up/code": { email },
  "POST /sign-up/confirm": { email, code: "123456" },
  "POST /companies/cadastro": { email, password },
  "POST /auth/reset": { code: "ABCD2345", password },
  "POST /push/subscriptions": {
    endpoint: "https://push.example/1",
    keys: { p256dh: "B".repeat(87), auth: "a".repeat(22) },
  },
  "POST /campaign-settings": { settings: usualCampaignSettings },
  "PUT /ai/server": { url: "https://ai.example/v1" },
  "POST /helps": { video: "dQw4w9WgXcQ" },
  "PUT /helps/:id": { video: "dQw4w9WgXcQ" },
  "POST /users": { email, password },
  "POST /enviar-email": { email },
  "POST /agendar-envio-email": { email, sendAt: "2027-03-01T10:15" },
  "POST /mails": { to: [email] },
  "PUT /companies/:id/schedules": { schedules: usualHours },
};
/** Every value but true confirms nothing, and is accepted. */
const lenient = ["POST /campaigns/:id/start confirm", "POST /campaigns/:id/restart confirm"];

type Part = { entries?: v.ObjectEntries; kind?: string; pipe?: Part[] };
/** The reference shows the last schema of a pipe. */
function lastObject(schema: Part): Part {
  const inner = schema.pipe?.slice(1).findLast(({ kind }) => kind === "schema");
  return inner ? lastObject(inner) : schema;
}

/** Returns an object of the fields that the schema accepts; null: none was found. */
function acceptedBody({ name, schema, fields }: Input): Record<string, unknown> | null {
  const ids = [randomUUID(), randomUUID()];
  const bodies = fc
    .sample(validInput(v.object(fields), ids), { numRuns: 300, seed: 7 })
    .map((body) => ({ ...(body as object), ...guessed[name] }));
  const accepted = bodies.filter((body) => v.safeParse(schema, body).success) as Record<string, unknown>[];
  return accepted.toSorted((a, b) => Object.keys(b).length - Object.keys(a).length)[0] ?? null;
}

test("each body that the reference shows is accepted, and none of its fields is ignored", () => {
  expect(inputs.length).toBeGreaterThan(60);
  const refused: string[] = [];
  const ignored: string[] = [];
  for (const input of inputs) {
    const body = acceptedBody(input);
    if (!body) {
      refused.push(input.name);
      continue;
    }
    for (const field of Object.keys(input.fields))
      if (v.safeParse(input.schema, { ...body, [field]: { wrong: [0] } }).success)
        ignored.push(`${input.name} ${field}`);
  }
  expect({ refused, ignored }).toEqual({ refused: [], ignored: lenient });
});
