import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { schema } from "../../db/index.ts";
import { givenCompany, testDatabase } from "../../db/testing/given.ts";
import { openSetting, openSettingsBox } from "../../domain/account/settings/index.ts";
import { startSealing } from "./seal-plain-settings.ts";

const settingsBox = openSettingsBox("settings of the tests");
const { settings } = schema;

async function givenPlainToken(): Promise<string> {
  const { companyId } = await givenCompany();
  await testDatabase().company(companyId, (db) =>
    db.insert(settings).values({ companyId, key: "tokenixc", value: "segredo em claro" }),
  );
  return companyId;
}

const tokenOf = async (companyId: string): Promise<string> => {
  const rows = await testDatabase().company(companyId, (db) =>
    db.select().from(settings).where(eq(settings.companyId, companyId)),
  );
  return rows.find(({ key }) => key === "tokenixc")?.value ?? "";
};

/** Runs over these companies only: those of other tests have other keys. */
function onlyWith(companies: readonly string[]) {
  const { company } = testDatabase();
  const platform = { execute: async () => companies.map((id) => ({ id })) };
  return { company, platform } as unknown as Parameters<typeof startSealing>[0]["database"];
}

test("the start of an api encrypts the secrets of every company, and reports a company that it cannot reach", async () => {
  const companies = [await givenPlainToken(), await givenPlainToken()];
  const unreachable = `not-a-company-${randomUUID()}`;
  const lines: object[] = [];
  const logger = { warn: (line: object) => void lines.push(line) } as unknown as Parameters<
    typeof startSealing
  >[0]["logger"];
  const database = onlyWith([unreachable, ...companies]);
  await startSealing({ database, settingsBox, logger }).done;
  for (const companyId of companies) {
    const stored = await tokenOf(companyId);
    expect(stored).toMatch(/^sealed:/);
    expect(openSetting({ companyId }, settingsBox, "tokenixc", stored)).toBe("segredo em claro");
  }
  expect(lines).toMatchObject([{ event: "settings_not_sealed", companyId: unreachable }]);
  expect(JSON.stringify(lines)).not.toContain("segredo");
});
