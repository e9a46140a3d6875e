import { execFileSync } from "node:child_process";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { installHooks } from "./install-hooks.ts";

const newFolder = () => mkdtempSync(join(tmpdir(), "hooks-"));
const git = (root: string, ...args: string[]) => execFileSync("git", args, { cwd: root, encoding: "utf8" }).trim();
const hooksOf = (root: string) => git(root, "config", "--default", "", "--get", "core.hooksPath");

function newClone(): string {
  const root = newFolder();
  git(root, "init", "--quiet");
  return root;
}

test("the hooks are installed in a clone, once and again", () => {
  const root = newClone();
  expect(installHooks(root, {})).toBe(true);
  expect(installHooks(root, {})).toBe(true);
  expect(hooksOf(root)).toBe(".githooks");
});

test("nothing is installed with CI=true, outside of a clone, and over hooks of the clone's own", () => {
  const root = newClone();
  expect(installHooks(root, { CI: "true" })).toBe(false);
  expect(hooksOf(root)).toBe("");
  expect(installHooks(newFolder(), {})).toBe(false);
  git(root, "config", "core.hooksPath", "own-hooks");
  expect(installHooks(root, {})).toBe(false);
  expect(hooksOf(root)).toBe("own-hooks");
});
