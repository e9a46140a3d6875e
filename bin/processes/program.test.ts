import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { programOptions } from "./program.ts";

test("a program started by npm script has the same options as one started by `npm start`", () => {
  const { scripts } = JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8"));
  const set = Object.entries(programOptions.env).map(([name, value]) => `${name}=${value}`);
  for (const program of ["api", "connector"]) {
    expect(scripts[`start:${program}`]).toBe(
      [...set, "exec node", ...programOptions.args, `${program}/main.ts`].join(" "),
    );
  }
});

test("a program started by a release has the same options", () => {
  const launcher = readFileSync(new URL("../balcao", import.meta.url), "utf8");
  const set = Object.entries(programOptions.env).map(([name, value]) => `${name}=${value}`);
  expect(launcher).toContain(
    `${set.join(" ")} exec "$root/node_modules/node/bin/node" ${programOptions.args.join(" ")} `,
  );
});
