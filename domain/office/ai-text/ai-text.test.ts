import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import { type AiPurpose, aiPurposes, aiSettings } from "../../../contracts/office/ai-purposes.ts";
import { schema } from "../../../db/index.ts";
import { givenCompany, testDatabase } from "../../../db/testing/given.ts";
import { changeSetting, openSettingsBox } from "../../account/settings/index.ts";
import { acting, refusal } from "../../testing.ts";
import { noAi, readAiConfig } from "./ai-config.ts";
import { findAiServer, openAi, readAiServer, readAiState } from "./ai-server.ts";
import { beginAiTest, beginAiText } from "./begin-ai-text.ts";
import { deleteAiServer, saveAiServer } from "./save-ai-server.ts";

type Company = Awaited<ReturnType<typeof givenCompany>>;
let ours: Company;
let other: Company;
beforeAll(async () => {
  [ours, other] = [await givenCompany(), await givenCompany()];
});

const platform = { url: "http://10.0.0.7:11434/v1", key: "chave-da-plataforma", model: "padrao" };
const config = { ...noAi, platform, allowed: ["http://10.0.0.9"] };
const ai = openAi(config, "a secret for tests");
const box = openSettingsBox("a secret for tests");
const own = { url: "https://ia.olaria.example/v1", model: "geral", key: "chave-da-olaria" };

async function enable({ admin }: Company, purposes: readonly AiPurpose[]): Promise<void> {
  for (const purpose of aiPurposes) {
    const value = purposes.includes(purpose) ? "enabled" : "disabled";
    await acting(admin, (ctx) => changeSetting(ctx, { key: aiSettings[purpose], value }, box));
  }
}

test("AI is off until an admin enables it, and each action needs its own setting too", async () => {
  const begin = (purpose: AiPurpose) => refusal(acting(ours.ana, (ctx) => beginAiText(ctx, ai, purpose)));
  expect((await begin("chat")).code).toBe("ERR_AI_OFF");
  await enable(ours, ["improve"]);
  expect((await begin("improve")).code).toBe("ERR_AI_OFF");
  await enable(ours, ["chat", "improve"]);
  const done = await Promise.all(aiPurposes.map(async (purpose) => [purpose, (await begin(purpose)).code]));
  expect(Object.fromEntries(done)).toEqual({
    ...{ chat: "nothing was refused", improve: "nothing was refused" },
    ...{ shorten: "ERR_AI_OFF", translate: "ERR_AI_OFF", summarise: "ERR_AI_OFF", suggest: "ERR_AI_OFF" },
  });
  expect((await refusal(acting(ours.ana, (ctx) => beginAiText(ctx, openAi(noAi, "x"), "chat")))).code).toBe(
    "ERR_AI_NOT_SET_UP",
  );
});

test("the state names the host that receives the texts, and nothing else", async () => {
  const state = (company: Company, its = ai) => acting(company.ana, (ctx) => readAiState(ctx, its));
  await enable(ours, ["chat"]);
  expect(await state(ours)).toEqual({ state: "on", host: "10.0.0.7:11434" });
  expect(await state(other)).toEqual({ state: "off", host: "10.0.0.7:11434" });
  expect(await state(ours, openAi(noAi, "x"))).toEqual({ state: "unset", host: null });
});

describe("a company's own server", () => {
  test("is used by that company only, and its key is returned to nobody", async () => {
    const saved = await acting(ours.admin, (ctx) => saveAiServer(ctx, ai, own));
    expect(saved).toEqual({
      own: { url: own.url, model: own.model, hasKey: true },
      platform: { host: "10.0.0.7:11434", model: "padrao" },
    });
    expect(await acting(ours.ana, (ctx) => findAiServer(ctx, ai))).toMatchObject(own);
    expect(await acting(other.ana, (ctx) => findAiServer(ctx, ai))).toMatchObject(platform);
    expect(await acting(other.admin, (ctx) => readAiServer(ctx, ai))).toMatchObject({ own: null });
    const [row] = await testDatabase().company(ours.companyId, (tx) =>
      tx.select().from(schema.aiServers).where(eq(schema.aiServers.companyId, ours.companyId)),
    );
    expect(row?.sealed?.includes("chave")).toBe(false);
    await acting(ours.admin, (ctx) => deleteAiServer(ctx, ai));
    expect(await acting(ours.ana, (ctx) => findAiServer(ctx, ai))).toMatchObject(platform);
  });

  test("keeps its key when only the model or path changes, and loses it with another origin", async () => {
    const { key: _, ...withoutKey } = own;
    const save = (change: Parameters<typeof saveAiServer>[2]) =>
      acting(ours.admin, async (ctx) => (await saveAiServer(ctx, ai, change)).own?.hasKey);
    expect(await save(own)).toBe(true);
    expect(await save({ ...withoutKey, model: "outro", url: "https://ia.olaria.example/v2" })).toBe(true);
    expect(await save({ ...withoutKey, url: "https://ia.olaria.example:8443/v1" })).toBe(false);
    expect(await save(own)).toBe(true);
    expect(await save({ ...own, key: "" })).toBe(false);
  });

  test.each([
    "http://ia.olaria.example/v1",
    "https://127.0.0.1/v1",
    "https://[::1]/v1",
    "https://169.254.169.254/v1",
    "https://user:senha@ia.olaria.example/v1",
    "https://ia.olaria.example/v1?key=abc",
  ])("is refused at %s", async (url) => {
    const refused = await refusal(acting(ours.admin, (ctx) => saveAiServer(ctx, ai, { ...own, url })));
    expect(refused).toMatchObject({ code: "ERR_VALIDATION", details: { fields: { url: [expect.any(String)] } } });
  });

  test("may be at an origin that the operator allows", async () => {
    const url = "http://10.0.0.9/v1";
    expect(await acting(ours.admin, (ctx) => saveAiServer(ctx, ai, { ...own, url }))).toMatchObject({ own: { url } });
  });

  test("a user who is no admin neither reads, tests, sets nor deletes it", async () => {
    const verbs = [
      () => acting(ours.ana, (ctx) => readAiServer(ctx, ai)),
      () => acting(ours.ana, (ctx) => beginAiTest(ctx, ai)),
      () => acting(ours.ana, (ctx) => saveAiServer(ctx, ai, own)),
      () => acting(ours.ana, (ctx) => deleteAiServer(ctx, ai)),
    ];
    for (const verb of verbs) expect((await refusal(verb())).code).toBe("ERR_NO_PERMISSION");
  });
});

describe("limits per user", () => {
  const limited = openAi({ ...config, perMinute: 3, perDay: 5 }, "a secret for tests");
  const at = (minutes: number) => new Date(Date.UTC(2026, 10, 24, 12, minutes));
  const take = (agent: Company["ana"], minutes: number) =>
    refusal(acting(agent, (ctx) => beginAiText(ctx, limited, "chat"), at(minutes)));
  const codes = async (agent: Company["ana"], minutes: number, times: number) => {
    const taken = await Promise.all(Array.from({ length: times }, () => take(agent, minutes)));
    return taken.filter(({ code }) => (code as string) === "nothing was refused").length;
  };

  test("parallel requests are counted one after the other, and refused ones say how long to wait", async () => {
    const company = await givenCompany();
    await enable(company, ["chat"]);
    expect(await codes(company.ana, 0, 10)).toBe(3);
    expect(await take(company.ana, 0)).toEqual({ code: "ERR_AI_LIMIT", details: { retryAfterSeconds: 60 } });
    // Another user has limits of their own.
    expect(await codes(company.bia, 0, 10)).toBe(3);
    expect(await codes(company.ana, 1, 10)).toBe(2);
    const refused = await take(company.ana, 2);
    expect(refused).toEqual({ code: "ERR_AI_LIMIT", details: { retryAfterSeconds: 24 * 3600 - 120 } });
    expect(await codes(company.ana, 24 * 60, 10)).toBe(3);
  });
});

describe("limits per company and day", () => {
  const limited = openAi({ ...config, perCompany: 4, perTrial: 2 }, "a secret for tests");
  const at = (minutes: number) => new Date(Date.UTC(2026, 10, 24, 12, minutes));
  const take = (agent: Company["ana"], minutes: number) =>
    refusal(acting(agent, (ctx) => beginAiText(ctx, limited, "chat"), at(minutes)));
  const taken = async (agents: Company["ana"][], minutes: number, times: number) => {
    const answers = await Promise.all(
      agents.flatMap((agent) => Array.from({ length: times }, () => take(agent, minutes))),
    );
    return answers.filter(({ code }) => (code as string) === "nothing was refused").length;
  };
  const refused = (seconds: number) => ({ code: "ERR_AI_LIMIT", details: { retryAfterSeconds: seconds } });

  test("count the requests of all users, also of deleted ones, and not those of another company", async () => {
    const [company, another] = [await givenCompany(), await givenCompany()];
    for (const one of [company, another]) await enable(one, ["chat"]);
    expect(await taken([company.ana, company.bia], 0, 5)).toBe(4);
    expect(await take(company.admin, 60)).toEqual(refused(23 * 3600));
    await testDatabase().company(company.companyId, (tx) => tx.delete(schema.aiUsage));
    expect(await take(company.ana, 60)).toEqual(refused(23 * 3600));
    expect(await taken([another.ana], 60, 1)).toBe(1);
    expect(await taken([company.ana, company.bia], 24 * 60, 5)).toBe(4);
  });

  test("are lower for a company on trial, and a refused request is not counted for its user", async () => {
    const company = await givenCompany();
    await enable(company, ["chat"]);
    const trial = (trialEndsAt: Date | null) =>
      testDatabase().company(company.companyId, (tx) => tx.update(schema.companies).set({ trialEndsAt }));
    await trial(at(3 * 24 * 60));
    expect(await taken([company.ana], 0, 5)).toBe(2);
    const [user] = await testDatabase().company(company.companyId, (tx) => tx.select().from(schema.aiUsage));
    expect(user?.dayCount).toBe(2);
    await trial(null);
    expect(await taken([company.ana], 1, 5)).toBe(2);
  });
});

test("readAiConfig: a URL needs a model, and limits are whole numbers", () => {
  expect(readAiConfig({})).toEqual(noAi);
  expect(readAiConfig({ AI_URL: "https://ia.example/v1/", AI_MODEL: "m", AI_KEY: " k ", AI_PER_DAY: "7" })).toEqual({
    ...noAi,
    platform: { url: "https://ia.example/v1", model: "m", key: "k" },
    perDay: 7,
  });
  expect(() => readAiConfig({ AI_URL: "https://ia.example" })).toThrow("AI_MODEL is missing");
  expect(() => readAiConfig({ AI_URL: "ia.example", AI_MODEL: "m" })).toThrow("AI_URL");
  for (const count of ["0", "1.5", "muitos"])
    expect(() => readAiConfig({ AI_PER_MINUTE: count })).toThrow("AI_PER_MINUTE");
  expect(readAiConfig({ AI_PER_COMPANY: "9", AI_PER_TRIAL: "3" })).toEqual({ ...noAi, perCompany: 9, perTrial: 3 });
});
