import { randomBytes, randomUUID } from "node:crypto";
import { beforeAll, expect, test } from "vitest";
import { type DayHours, usualHours } from "../contracts/hours.ts";
import { settingLimits, type ValidatedForm, validationTable } from "../contracts/testing/validation-table.ts";
import { givenAgent, givenCompany, givenPhoneNumber } from "../db/testing/given.ts";
import { type Client, type GivenApp, givenApp, givenSignedIn } from "./testing/given-app.ts";
import { givenContractDesk } from "./testing/given-contract-desk.ts";

let given: GivenApp;
let company: Awaited<ReturnType<typeof givenCompany>>;
let desk: Record<string, string>;
let clients: Record<"admin" | "agent", Client>;
beforeAll(async () => {
  given = await givenApp();
  company = await givenCompany();
  const { companyId, queue, support } = company;
  // In two queues, so that neither is chosen by default.
  const agent = await givenAgent({ companyId, queueIds: [queue.id, support.id] });
  clients = { admin: await givenSignedIn(given, company.admin), agent: await givenSignedIn(given, agent) };
  desk = { ...(await givenContractDesk(company)), userId: agent.id, ownEmail: `${agent.id}@teste.example` };
});

/** Returns fresh names for each call, so that a valid value can be sent again. */
async function newNames(needsContact: boolean): Promise<Record<string, string>> {
  const own = needsContact ? await givenContractDesk(company) : null;
  return {
    ...desk,
    ...(own && { freeContactId: own.freeContactId }),
    unique: randomBytes(4).toString("hex"),
    newNumber: givenPhoneNumber(),
    freeColor: randomBytes(4).toString("hex"),
    shortColor: randomBytes(1).toString("hex"),
  };
}

/** Returns the values under the interface's names. */
function wireBody(
  form: string,
  { wire = {} }: ValidatedForm,
  values: Record<string, unknown>,
): Record<string, unknown> {
  if (form === "hours") return { schedules: usualHours.map((day): DayHours => ({ ...day, ...values })) };
  return Object.fromEntries(Object.entries(values).map(([field, value]) => [wire[field] ?? field, value]));
}

async function send(form: string, row: ValidatedForm, values: Record<string, unknown>) {
  const names = await newNames(form.startsWith("new ticket"));
  const fill = (text: string) => text.replaceAll(/\{(\w+)\}/g, (_, name: string) => names[name] ?? `no ${name}`);
  const [method = "", path = ""] = fill(row.call ?? "").split(" ");
  const body = JSON.parse(JSON.stringify(wireBody(form, row, values)), (_key, value: unknown) => {
    if (typeof value !== "string") return value;
    // Lengths are counted after the names are filled in.
    const most = value.startsWith("{unique}") && value.endsWith("x") ? value.length : null;
    return most ? fill(value).slice(0, most) : fill(value);
  });
  const { status, body: answer } = await clients[row.by].send(method, path, body);
  const said = answer as { code?: string; fields?: object; details?: { fields?: object } } | null;
  const fields = Object.keys({ ...said?.fields, ...said?.details?.fields }).map((name) => name.split(".").at(-1));
  return { status, code: said?.code ?? null, fields };
}

const rows = Object.entries(validationTable).flatMap(([form, row]) =>
  row.call === null ? [] : row.rules.map((rule) => ({ form, row, rule, field: rule.field, sentence: rule.says.pt })),
);

test.each(rows)("$form, $field: accepts and refuses the table's values ($sentence)", async ({ form, row, rule }) => {
  const answer = (value: unknown) => send(form, row, { ...row.body, ...rule.beside, [rule.field]: value });
  for (const value of rule.passes) {
    expect([value, await answer(value)]).toEqual([value, expect.objectContaining({ status: 200, code: null })]);
  }
  // A field that only the wire schema checks is reported under its interface name.
  const names = (fields: string[]) => fields.includes(rule.field) || fields.includes(row.wire?.[rule.field] ?? "");
  for (const value of rule.fails) {
    const refused = { status: 400, code: rule.code ?? "ERR_VALIDATION", fields: expect.toSatisfy(names) };
    expect([value, await answer(value)]).toEqual([value, refused]);
  }
});

test.each(Object.entries(settingLimits))("the setting %s accepts its allowed values only", async (key, values) => {
  const answers = async (all: string[]) =>
    Promise.all(all.map(async (value) => (await clients.admin.send("PUT", `/settings/${key}`, { key, value })).status));
  expect(await answers(values.passes)).toEqual(values.passes.map(() => 200));
  expect(await answers(values.fails)).toEqual(values.fails.map(() => 400));
});

test("a picture must be png, jpg or jpeg by its content", async () => {
  const pixel = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==";
  const answer = async (path: string, name: string, content: string | Uint8Array<ArrayBuffer>) => {
    const form = new FormData();
    form.append("file", new File([content], name));
    return (await clients.admin.request(path, { method: "POST", body: form })).status;
  };
  const { generalQuickId, othersScheduleId } = await givenContractDesk(company);
  for (const path of [
    `/quick-messages/${generalQuickId}/media-upload`,
    `/schedules/${othersScheduleId}/media-upload`,
  ]) {
    expect(await answer(path, "vaso.png", new Uint8Array(Buffer.from(pixel, "base64")))).toBe(200);
    expect(await answer(path, "vaso.gif", "GIF89a.............")).toBe(415);
    expect(await answer(path, "vaso.png", `not a picture ${randomUUID()}`)).toBe(415);
  }
});
