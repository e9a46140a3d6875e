import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const pwa = new URL("..", import.meta.url).pathname;

/** docs/decisions/0009: a layer closed during its enter transition would stay, invisible, and receive every click. */
test("layers: none has a leave transition", () => {
  const files = globSync("**/*.tsx", { cwd: pwa, exclude: (name) => name === "paraglide" });
  expect(files.length).toBeGreaterThan(50);
  const waiting = files.filter((file) => {
    const parts = readFileSync(join(pwa, file), "utf8").match(/<[A-Z][^<>]*(?:=>[^<>]*)*>/gs) ?? [];
    return parts.some((part) => /\stransition[\s/>]/.test(part.replaceAll(/"[^"]*"|`[^`]*`/g, "")));
  });
  expect(waiting).toEqual([]);
});
