import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { running } from "./processes.ts";

test("a program that is started by hand runs as one that the product starts", () => {
  const { scripts } = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8"));
  const set = Object.entries(running.env).map(([name, value]) => `${name}=${value}`);
  for (const program of ["api", "connector"]) {
    expect(scripts[`start:${program}`]).toBe([...set, "exec node", ...running.args, `${program}/main.ts`].join(" "));
  }
});
