import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { root } from "../../proof/gate/record.ts";

const read = (path: string) => readFileSync(join(root, path), "utf8");
const manifest = JSON.parse(read("package.json"));

test("the changelog has a section of the present version", () => {
  expect(read("CHANGELOG.md").split("\n")).toContain(`## ${manifest.version}`);
});

test("each change names a kind of version and has a sentence", () => {
  const changes = readdirSync(join(root, ".changeset")).filter((name) => /\.md$/.test(name) && name !== "README.md");
  for (const name of changes)
    expect(read(`.changeset/${name}`), name).toMatch(/^---\n"balcao": (major|minor|patch)\n---\n\n\S.{19,}/);
});

test("version managers take the Node of the programs", () => {
  const [major] = manifest.dependencies.node.split(".");
  expect(read(".nvmrc").trim()).toBe(major);
});

test("editors break lines where the formatter does", () => {
  const { lineWidth, indentWidth } = JSON.parse(read("biome.json")).formatter;
  const [general = ""] = read(".editorconfig").split("[*.md]");
  expect(general).toContain(`max_line_length = ${lineWidth}\n`);
  expect(general).toContain(`indent_size = ${indentWidth}\n`);
});

/** Returns the exit code of the scan by the rules of `npm run scan:secrets`: 1, it has found a secret. */
function scan(text: string): number | null {
  const args = [join(root, "node_modules/secretlint/bin/secretlint.js"), "--stdinFileName", "notes.ts"];
  return spawnSync(process.execPath, args, { cwd: root, input: text }).status;
}

test("the scan for secrets finds a key and a password in an address, and passes ordinary text", () => {
  const key = `ghp_${"wWPw5k4aXcaT4fNP0UcnZwJUVFk6LO0pINUx"}`;
  expect(scan(`const token = "${key}";\n`)).toBe(1);
  expect(scan(`const url = "https://maria:${"olaria"}77@api.loja.example/";\n`)).toBe(1);
  expect(scan('const url = "https://loja.example/";\n')).toBe(0);
});
