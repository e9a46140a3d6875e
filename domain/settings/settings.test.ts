import { expect, test } from "vitest";
import { schema } from "../../db/index.ts";
import { givenCompany, testDatabase } from "../../db/testing/given.ts";
import { secretSettingKeys, secretSettingRules } from "../../sync/contracts/settings.ts";
import { acting, atDesk, refusal } from "../testing.ts";
import { changeSetting, listSettings, openSetting, openSettingsBox, publicSettings, readSetting } from "./index.ts";

const box = openSettingsBox("settings of the tests");

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

test("passwords and tokens are readable by admins only and never in events", async () => {
  const { companyId, admin, ana } = await givenCompany();
  const plain = secretSettingKeys.filter((key) => !(key in secretSettingRules) && key !== "clientsecretsmtpauth");
  for (const key of plain) await acting(admin, (ctx) => changeSetting(ctx, { key, value: `segredo ${key}` }, box));
  const secrets = (await acting(admin, listSettings)).filter(({ value }) => value.startsWith("segredo"));
  expect(secrets.map(({ key }) => key).sort()).toEqual([...plain].sort());
  expect(JSON.stringify(await acting(ana, listSettings))).not.toContain("segredo");
  expect(JSON.stringify(await atDesk(companyId, publicSettings))).not.toContain("segredo");
});

test("setting the same value writes no change", async () => {
  const { companyId, admin } = await givenCompany();
  const change = (key: string, value: string) => acting(admin, (ctx) => changeSetting(ctx, { key, value }, box));
  const logged = async () =>
    (await testDatabase().company(companyId, (tx) => tx.select().from(schema.changes)))
      .map(({ docId }) => docId)
      .filter((docId) => docId.startsWith("setting:"));
  await change("call", "enabled");
  await change("timeZone", "America/Manaus");
  expect(await logged()).toEqual(["setting:call", "setting:timeZone"]);
  await change("call", "enabled");
  await change("timeZone", "America/Manaus");
  expect(await logged()).toHaveLength(2);
});

test("the mail server's password is stored encrypted, is named and never answered, and stays when its mask is sent", async () => {
  const { companyId, admin } = await givenCompany();
  const key = "clientsecretsmtpauth";
  const change = (value: string) => acting(admin, (ctx) => changeSetting(ctx, { key, value }, box));
  const stored = async () => {
    const rows = await atDesk(companyId, (ctx) => ctx.db.select().from(schema.settings));
    return valueIn(rows, key) ?? "";
  };
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
