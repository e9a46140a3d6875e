import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { isSealedSetting, secretSettingRules } from "../../../contracts/account/settings.ts";
import { schema } from "../../../db/index.ts";
import { type GivenAgent, givenCompany, testDatabase } from "../../../db/testing/given.ts";
import { acting, atDesk, refusal } from "../../testing.ts";
import {
  changeSetting,
  listSettings,
  openSetting,
  openSettingsBox,
  publicSettings,
  readSetting,
  sealPlainSettings,
} from "./index.ts";

const box = openSettingsBox("settings of the tests");

const sealedKeys = Object.keys(secretSettingRules).filter(isSealedSetting);

/** Returns a company's settings as they are stored. */
const storedIn = async (companyId: string) =>
  atDesk(companyId, (ctx) =>
    ctx.db.select().from(schema.settings).where(eq(schema.settings.companyId, companyId)).orderBy(schema.settings.key),
  );

const valueIn = (settings: { key: string; value: string }[], key: string) =>
  settings.find((setting) => setting.key === key)?.value;

test.each([
  ["userRating", "enabled"],
  ["scheduleType", "company"],
  ["reopenWindowMinutes", "0"],
  ["timeZone", "America/Manaus"],
])("an admin sets %s, and every agent reads it", async (key, value) => {
  const { admin, ana } = await givenCompany();
  expect(await acting(admin, (ctx) => changeSetting(ctx, { key, value }, box))).toEqual({ key, value });
  expect(valueIn(await acting(ana, listSettings), key)).toBe(value);
});

test.each([
  ["userRating", "true"],
  ["scheduleType", "enabled"],
  ["chatBotType", "button"],
  ["reopenWindowMinutes", "-5"],
  ["reopenWindowMinutes", "999999"],
  ["timeZone", "America/Atlântida"],
  ["timeZone", "-03:00"],
  ["timeZone", ""],
])("%s cannot be %j", async (key, value) => {
  const { admin } = await givenCompany();
  const before = await acting(admin, listSettings);
  expect(await refusal(acting(admin, (ctx) => changeSetting(ctx, { key, value }, box)))).toMatchObject({
    code: "ERR_VALIDATION",
  });
  expect(await acting(admin, listSettings)).toEqual(before);
});

test("an unknown key and a key of the platform are refused", async () => {
  const { admin } = await givenCompany();
  for (const key of ["invented", "campaignsEnabled", "__proto__"])
    expect(await refusal(acting(admin, (ctx) => changeSetting(ctx, { key, value: "true" }, box)))).toMatchObject({
      code: "ERR_NO_SETTING_FOUND",
    });
});

test("agents change nothing, and one company's settings are not another's", async () => {
  const [own, other] = [await givenCompany(), await givenCompany()];
  const call = { key: "call", value: "enabled" };
  expect(await refusal(acting(own.ana, (ctx) => changeSetting(ctx, call, box)))).toMatchObject({
    code: "ERR_NO_PERMISSION",
  });
  await acting(own.admin, (ctx) => changeSetting(ctx, call, box));
  await acting(own.admin, (ctx) => changeSetting(ctx, { key: "timeZone", value: "America/Noronha" }, box));
  expect(await atDesk(own.companyId, (ctx) => readSetting(ctx, "call"))).toBe("enabled");
  const theirs = await acting(other.admin, listSettings);
  expect([valueIn(theirs, "call"), valueIn(theirs, "timeZone")]).toEqual(["disabled", "America/Sao_Paulo"]);
});

test("addresses of other services are readable by admins only, secrets by nobody, and neither is in events", async () => {
  const { companyId, admin, ana } = await givenCompany();
  const given = new Map(Object.keys(secretSettingRules).map((key) => [key, `segredo.${key}`]));
  given.set("sendersmtpauth", "segredo@olaria.example");
  // An address removes the secrets that would be sent there, so these come last.
  const keys = [...given.keys()].sort((a, b) => Number(isSealedSetting(a)) - Number(isSealedSetting(b)));
  for (const key of keys) await acting(admin, (ctx) => changeSetting(ctx, { key, value: given.get(key) ?? "" }, box));
  const shown = await acting(admin, listSettings);
  for (const [key, value] of given) expect(valueIn(shown, key)).toBe(isSealedSetting(key) ? "********" : value);
  for (const settings of [await acting(ana, listSettings), await atDesk(companyId, publicSettings)]) {
    expect(JSON.stringify(settings)).not.toMatch(/segredo|\*{8}/);
    for (const key of given.keys()) expect(valueIn(settings, key)).toBeUndefined();
  }
});

test("setting the same value writes no change", async () => {
  const { companyId, admin } = await givenCompany();
  const change = (key: string, value: string) => acting(admin, (ctx) => changeSetting(ctx, { key, value }, box));
  const logged = async () =>
    (await testDatabase().company(companyId, (tx) => tx.select().from(schema.unnumberedChanges)))
      .map(({ docId }) => docId)
      .filter((docId) => docId.startsWith("setting:"));
  await change("call", "enabled");
  await change("timeZone", "America/Manaus");
  expect(await logged()).toEqual(["setting:call", "setting:timeZone"]);
  await change("call", "enabled");
  await change("timeZone", "America/Manaus");
  expect(await logged()).toHaveLength(2);
});

test("the passwords, tokens and keys of other services are encrypted", () => {
  expect(sealedKeys.sort()).toEqual(["asaas", "clientsecretmkauth", "clientsecretsmtpauth", "tokenixc"]);
});

test.each(sealedKeys)(
  "%s is stored encrypted, is named and never answered, and stays when its mask is sent",
  async (key) => {
    const { companyId, admin } = await givenCompany();
    const change = (value: string) => acting(admin, (ctx) => changeSetting(ctx, { key, value }, box));
    const stored = async () => valueIn(await storedIn(companyId), key) ?? "";
    expect(await change("segredo da jarra")).toEqual({ key, value: "********" });
    const sealed = await stored();
    expect(sealed).toMatch(/^sealed:/);
    expect(sealed).not.toContain(Buffer.from("segredo").toString("base64").slice(0, 8));
    expect(openSetting({ companyId }, box, key, sealed)).toBe("segredo da jarra");
    expect(() => openSetting({ companyId: admin.id }, box, key, sealed)).toThrow();
    expect(valueIn(await acting(admin, listSettings), key)).toBe("********");
    await change("********");
    expect(await stored()).toBe(sealed);
    expect(await change("")).toEqual({ key, value: "" });
    expect(valueIn(await acting(admin, listSettings), key)).toBe("");
  },
);

test("secrets that an earlier version stored in clear are encrypted, in this company only, and nothing else changes", async () => {
  const [own, other] = [await givenCompany(), await givenCompany()];
  const plain = { ipixc: "ixc.olaria.example", tokenixc: "segredo em claro", asaas: "", call: "enabled" };
  for (const { companyId } of [own, other])
    await atDesk(companyId, async (ctx) => {
      for (const [key, value] of Object.entries(plain))
        await ctx.db
          .insert(schema.settings)
          .values({ companyId, key, value })
          .onConflictDoUpdate({ target: [schema.settings.companyId, schema.settings.key], set: { value } });
    });
  await acting(own.admin, (ctx) => changeSetting(ctx, { key: "clientsecretsmtpauth", value: "já selado" }, box));
  const before = await storedIn(own.companyId);
  const untouched = await storedIn(other.companyId);
  const seal = () => atDesk(own.companyId, (ctx) => sealPlainSettings(ctx, box));
  await seal();
  const after = await storedIn(own.companyId);
  const sealed = valueIn(after, "tokenixc") ?? "";
  expect(openSetting(own, box, "tokenixc", sealed)).toBe(plain.tokenixc);
  expect(sealed).toMatch(/^sealed:/);
  const rest = (rows: typeof before) => rows.filter(({ key }) => key !== "tokenixc");
  expect(rest(after)).toEqual(rest(before));
  expect(await storedIn(other.companyId)).toEqual(untouched);
  await seal();
  expect(await storedIn(own.companyId)).toEqual(after);
});

test.each([
  ["smtpauth", "mail.olaria.example:99999"],
  ["smtpauth", "https://mail.olaria.example"],
  ["smtpauth", "smtp://ana:segredo@mail.olaria.example"],
  ["smtpauth", "mail olaria"],
  ["sendersmtpauth", "Olaria"],
  ["sendersmtpauth", "Olaria\r\nBcc: x@y.example <a@b.example>"],
])("%s cannot be %j", async (key, value) => {
  const { admin } = await givenCompany();
  expect(await refusal(acting(admin, (ctx) => changeSetting(ctx, { key, value }, box)))).toMatchObject({
    code: "ERR_VALIDATION",
  });
});

describe("a secret that is sent to an address of the settings", () => {
  const set = (admin: GivenAgent, key: string, value: string) =>
    acting(admin, (ctx) => changeSetting(ctx, { key, value }, box));
  const login = {
    ...{ smtpauth: "smtp.loja.example:587", usersmtpauth: "contato@loja.example", clientsecretsmtpauth: "S3gredo" },
    ...{ ipixc: "ixc.loja.example", tokenixc: "t0ken", asaas: "ch4ve" },
    ...{ ipmkauth: "10.1.2.3", clientidmkauth: "loja", clientsecretmkauth: "s3creto" },
  };

  async function givenLogin() {
    const { admin } = await givenCompany();
    for (const [key, value] of Object.entries(login)) await set(admin, key, value);
    return admin;
  }
  const keptBy = async (admin: GivenAgent) =>
    (await acting(admin, listSettings)).filter(({ value }) => value === "********").map(({ key }) => key);
  const without = (...removed: string[]) => sealedKeys.filter((key) => !removed.includes(key)).sort();

  test.each([
    ["another host", "smtpauth", "smtp.outra.example:587", "clientsecretsmtpauth"],
    ["another port", "smtpauth", "smtp.loja.example:2525", "clientsecretsmtpauth"],
    ["another encryption", "smtpauth", "smtps://smtp.loja.example:587", "clientsecretsmtpauth"],
    ["no host", "smtpauth", "", "clientsecretsmtpauth"],
    ["another user", "usersmtpauth", "outra@loja.example", "clientsecretsmtpauth"],
    ["no user", "usersmtpauth", "", "clientsecretsmtpauth"],
    ["another address of IXC", "ipixc", "ixc.outra.example", "tokenixc"],
    ["no address of IXC", "ipixc", "", "tokenixc"],
    ["another address of MK-Auth", "ipmkauth", "10.1.2.4", "clientsecretmkauth"],
    ["another client id", "clientidmkauth", "outra", "clientsecretmkauth"],
  ])("is removed with %s: it goes only where it was typed for", async (_what, key, value, removed) => {
    const admin = await givenLogin();
    await set(admin, key, value);
    expect((await keptBy(admin)).sort()).toEqual(without(removed));
  });

  test.each([
    ["the same host in another spelling", "smtpauth", "smtp://SMTP.loja.example"],
    ["the same user", "usersmtpauth", "contato@loja.example"],
    ["another sender", "sendersmtpauth", "Loja <contato@loja.example>"],
    ["the same address of IXC", "ipixc", " ixc.loja.example "],
    ["the same client id", "clientidmkauth", "loja"],
  ])("stays with %s", async (_what, key, value) => {
    const admin = await givenLogin();
    await set(admin, key, value);
    expect((await keptBy(admin)).sort()).toEqual(without());
  });
});
