import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { can, type Permission, profiles } from "./permissions.ts";

const permissions = Object.keys(can) as Permission[];

test("permissions: admins have all, supervisors those about shared texts, contacts and campaigns, users none", () => {
  const held = profiles.map((profile) => [profile, permissions.filter((permission) => can[permission](profile))]);
  expect(Object.fromEntries(held)).toEqual({
    admin: permissions,
    supervisor: ["mergeContacts", "manageTags", "manageQuickMessages", "editOthersMessages", "manageCampaigns"],
    user: [],
  });
});

/** Finds `profile === …`, `profile !== …` and `["admin", "supervisor"].includes(…)`. */
const profileCheck =
  /\bprofile\s*[!=]==\s*"|[!=]==\s*"(admin|supervisor)"|"supervisor"\]\.includes|\beq\(\w+\.profile\b/;

test("permissions: no other file compares a profile", () => {
  const files = globSync("{domain,api,contracts,sync,pwa,connector,sandbox,db}/**/*.{ts,tsx}", {
    exclude: ["**/*.test.*", "**/testing/**"],
  });
  expect(files.length).toBeGreaterThan(500);
  const checks = files.filter((file) => profileCheck.test(readFileSync(file, "utf8")));
  expect(checks).toEqual(["contracts/account/permissions.ts"]);
});
