import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build, type Rolldown } from "vite";
import { afterAll, beforeAll, expect, test } from "vitest";
import { textTables } from "./text-tables.ts";

const folder = mkdtempSync(join(tmpdir(), "balcao-texts-"));
const plural = (locale: string, count: unknown) => new Intl.PluralRules(locale).select(Number(count));
let files: Record<string, string>;

/** A compiled message, in the form of paraglide. */
const message = (key: string, texts: Record<string, string>) => `import * as registry from '../registry.js'
import { getLocale } from '../runtime.js';
${Object.entries(texts)
  .map(([locale, text]) => `const ${locale}_${key} = /** @type {(inputs: X) => LocalizedString} */ ${text};\n`)
  .join("\n")}
export const ${key} = /** @type {X} */ ((inputs = {}) => getLocale() === "en" ? en_${key}(inputs) : pt_${key}(inputs));`;
const plain = (text: string) => `() => {\n\treturn /** @type {LocalizedString} */ (\`${text}\`)\n}`;
const counted = (locale: string, one: string, other: string) =>
  `(i) => {const countPlural = registry.plural("${locale}", i?.count, {});
	if (countPlural === "one") return /** @type {LocalizedString} */ (\`\${i?.count} ${one}\`);
	return /** @type {LocalizedString} */ (\`\${i?.count} ${other}\`);\n}`;

async function buildWith(saved: string): Promise<Record<string, string>> {
  const messages = join(folder, "i18n/paraglide/messages");
  mkdirSync(messages, { recursive: true });
  cpSync(join(import.meta.dirname, "../i18n/text-tables.ts"), join(folder, "i18n/text-tables.ts"));
  writeFileSync(join(messages, "../runtime.js"), 'export const getLocale = () => "pt";');
  writeFileSync(join(messages, "../registry.js"), "export const plural = () => 'one';");
  writeFileSync(join(messages, "../messages.js"), "export * as m from './messages/_index.js'");
  writeFileSync(join(messages, "_index.js"), "export * from './minutes.js'\nexport * from './save.js'");
  writeFileSync(
    join(messages, "save.js"),
    message("save", { pt: plain(saved), en: plain("Save"), es: plain("Guardar") }),
  );
  const minutes = {
    pt: counted("pt", "minuto", "minutos"),
    en: counted("en", "minute", "minutes"),
    es: counted("es", "minuto", "minutos"),
  };
  writeFileSync(join(messages, "minutes.js"), message("minutes", minutes));
  const imports = 'import { m } from "./i18n/paraglide/messages.js";';
  writeFileSync(
    join(folder, "screen.js"),
    `${imports}\nexport const shown = () => [m.save(), m.minutes({ count: 2 })];`,
  );
  writeFileSync(join(folder, "main.js"), 'import("./screen.js").then(({ shown }) => console.log(shown()));');
  writeFileSync(join(folder, "index.html"), '<script type="module" src="/main.js"></script>');
  const result = await build({
    root: folder,
    configFile: false,
    logLevel: "error",
    plugins: [textTables(folder)],
    build: { write: false },
  });
  const { output } = result as Rolldown.RolldownOutput;
  return Object.fromEntries(
    output.map((file) => [file.fileName, file.type === "chunk" ? file.code : String(file.source)]),
  );
}

/** A text of a chunk that is long enough for a table of its own. */
const long = "x".repeat(2_000);
const named = (pattern: RegExp) => Object.keys(files).filter((file) => pattern.test(file));
const tableOf = async (language: string, name = "texts") => {
  const [file = ""] = named(new RegExp(`${name}-.*\\.${language}\\.js$`));
  const { default: table } = await import(`data:text/javascript,${encodeURIComponent(files[file] ?? "")}`);
  return Object.values(table(plural)) as (string | ((inputs: object) => string))[];
};

beforeAll(async () => {
  files = await buildWith("Salvar");
});
afterAll(() => rmSync(folder, { recursive: true }));

test("text tables: no chunk has a text of any language", () => {
  const chunks = named(/\.s\.js$|index-.*\.js$/).map((file) => files[file]);
  expect(chunks.length).toBeGreaterThan(1);
  for (const code of chunks) expect(code).not.toMatch(/Salvar|Save|Guardar|minut/);
});

test.each([
  ["pt", "Salvar", "2 minutos"],
  ["en", "Save", "2 minutes"],
  ["es", "Guardar", "2 minutos"],
])("text tables: a chunk has a table in %s, with plural forms", async (language, save, minutes) => {
  const texts = (await tableOf(language)).map((text) => (typeof text === "string" ? text : text({ count: 2 })));
  expect(texts.sort()).toEqual([minutes, save].sort());
});

test("text tables: the page names the shared table by its content", async () => {
  const [before] = named(/texts-.*\.pt\.js$/);
  expect(files["index.html"]).toContain(`content="/${before?.replace(".pt.js", "")}"`);
  expect(Object.keys(await buildWith("Guardar tudo"))).not.toContain(before);
});

test("text tables: a chunk with many texts has its own table, and a changed text changes the names of both", async () => {
  files = await buildWith(long);
  const [chunk] = named(/screen-.*\.t\.js$/);
  expect((await tableOf("pt", "screen"))[1]).toBe(long);
  expect(chunk).toBeDefined();
  expect(Object.keys(await buildWith(`${long}y`))).not.toContain(chunk);
});
