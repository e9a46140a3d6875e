import { spawnSync } from "node:child_process";
import { expect, test } from "vitest";
import { createPage } from "./page.ts";

const page = createPage();
const importsOf = (script: string) =>
  [...script.matchAll(/(?:\bfrom|^import) "([^"]+)"/gm)].map(([, path = ""]) => path);

test.each(["sandbox.ts", "payments.ts"])(
  "%s and each module that it imports are served without types",
  async (first) => {
    const paths = new Set([first]);
    for (const path of paths) {
      const response = await page.request(`/assets/${path}`);
      expect([path, response.status]).toEqual([path, 200]);
      expect(response.headers.get("content-type")).toBe("text/javascript; charset=utf-8");
      const script = await response.text();
      expect(script).not.toMatch(/^(import|export) type\b|\): [A-Z]\w+ \{/m);
      for (const imported of importsOf(script)) paths.add(new URL(imported, `http://page/${path}`).pathname.slice(1));
    }
    expect(paths.size).toBeGreaterThan(8);
  },
);

test("serving a module writes no warning of Node to standard error", () => {
  const program = `
    const { createPage } = await import("./sandbox/page.ts");
    const response = await createPage().request("/assets/sandbox.ts");
    process.stdout.write(String(response.status));`;
  const options = { cwd: new URL("..", import.meta.url), encoding: "utf8" as const };
  const { stdout, stderr } = spawnSync(process.execPath, ["--input-type=module", "-e", program], options);
  expect({ stdout, stderr }).toEqual({ stdout: "200", stderr: "" });
});
