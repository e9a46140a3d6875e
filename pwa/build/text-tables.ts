import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { minifySync, type Plugin, type Rolldown } from "vite";

const locales = ["pt", "en", "es"];
const messageFile = /\/i18n\/paraglide\/messages\/([a-z0-9_]+)\.js$/;
const runtimeFile = /\/i18n\/paraglide\/runtime\.js$/;
const preloadHelper = "\0vite/preload-helper.js";
const exportOfHelper = "export const __vitePreload = ";
/** A text without inputs and variants: its table has the string itself. */
const plainText = /^\(\) => \{\s*return \(?(`[^`]*`)\)?;?\s*\}$/;

type Message = { id: number; texts: Record<string, string> };

/**
 * Lets each chunk of the build load its texts in one language. The compiled messages have each text in all languages;
 * in the build a text is a call with its number, and each chunk with texts has one more file per language: a table of
 * texts by number. `pwa/i18n/text-tables.ts` loads the tables together with the chunk.
 */
export function textTables(root: string): Plugin {
  const runtime = JSON.stringify(`${root}/i18n/text-tables.ts`);
  const messages = new Map<string, Message>();
  let ids: Map<string, number> | null = null;
  const hashOf = (moduleIds: string[]) => {
    const used = messagesOf(moduleIds, messages);
    return used.length > 0 ? createHash("sha256").update(JSON.stringify(used)).digest("hex") : "";
  };
  return {
    name: "text-tables",
    apply: "build",
    enforce: "post",
    transform: {
      filter: { id: [messageFile, runtimeFile, /vite\/preload-helper\.js$/] },
      handler(code, moduleId) {
        if (moduleId === preloadHelper) return { code: preloadWithTexts(code, runtime), map: null };
        if (runtimeFile.test(moduleId)) return { code: languageFrom(runtime), map: null };
        const key = messageFile.exec(moduleId)?.[1];
        if (!key || key === "_index") return null;
        ids ??= idsOf(`${root}/i18n/paraglide/messages/_index.js`);
        const id = ids.get(key);
        if (id === undefined) throw new Error(`The index of texts does not have ${key}.`);
        messages.set(moduleId, { id, texts: textsOf(key, code) });
        const call = `const ${key} = (inputs) => text(${id}, inputs);`;
        return { code: `import { text } from ${runtime};\n${call}\n${exportOf(key, code)}`, map: null };
      },
    },
    outputOptions: (options) => ({
      ...options,
      chunkFileNames: ({ moduleIds }) =>
        messagesOf(moduleIds, messages).length > 0 ? "assets/[name]-[hash].t.js" : "assets/[name]-[hash].js",
    }),
    // The name of a chunk is also the name of its tables, which browsers keep: a new text needs a new name.
    augmentChunkHash: (chunk) => hashOf(chunk.moduleIds),
    generateBundle(_options, bundle) {
      for (const chunk of Object.values(bundle)) if (chunk.type === "chunk") emitTables(this, chunk, messages);
    },
  };
}

function emitTables(context: Rolldown.PluginContext, chunk: Rolldown.OutputChunk, messages: Map<string, Message>) {
  const used = messagesOf(chunk.moduleIds, messages);
  if (used.length === 0) return;
  if (!chunk.fileName.endsWith(".t.js")) throw new Error(`${chunk.fileName} has texts, but its name does not say so.`);
  for (const locale of locales) {
    const rows = used.map(({ id, texts }) => `${id}: ${texts[locale]}`);
    const { code } = minifySync("table.js", `export default (plural) => ({${rows.join(",\n")}});`);
    context.emitFile({ type: "asset", fileName: chunk.fileName.replace(/\.t\.js$/, `.${locale}.js`), source: code });
  }
}

function messagesOf(moduleIds: string[], messages: Map<string, Message>): Message[] {
  return moduleIds.flatMap((id) => messages.get(id) ?? []).toSorted((a, b) => a.id - b.id);
}

/** Makes a dynamic import wait for the texts of the chunks that it loads. */
function preloadWithTexts(code: string, runtime: string): string {
  if (!code.includes(exportOfHelper)) throw new Error("Vite's helper of dynamic imports has another form.");
  return `import { loadTexts } from ${runtime};
${code.replace(exportOfHelper, "const preload = ")};
export const __vitePreload = (load, files = [], importer) =>
  Promise.all([preload(load, files, importer), loadTexts(files)]).then(([module]) => module);`;
}

/** The compiled runtime can do much more. What this app uses of it depends on the loaded tables. */
const languageFrom = (runtime: string): string =>
  `export { shownLanguage as getLocale, storeLanguage as setLocale } from ${runtime};`;

/** Numbers the texts by their place in the index of the compiled messages. */
function idsOf(index: string): Map<string, number> {
  const keys = [...readFileSync(index, "utf8").matchAll(/'\.\/([a-z0-9_]+)\.js'/g)].map(([, key]) => key ?? "");
  return new Map(keys.map((key, id) => [key, id]));
}

/** A key with capital letters is exported under another name than its file's. */
const exportOf = (key: string, code: string): string => /^export \{.*\};?$/m.exec(code)?.[0] ?? `export { ${key} };`;

/** Returns the code of a text in each language. */
function textsOf(key: string, code: string): Record<string, string> {
  const plain = code.replaceAll(/\/\*\*.*?\*\/ /g, "").replaceAll("registry.plural", "plural");
  return Object.fromEntries(
    locales.map((locale) => {
      const found = new RegExp(`^const ${locale}_${key} = (\\(i?\\) => \\{.*?\\n\\});$`, "ms").exec(plain)?.[1];
      if (!found || found.includes("registry.")) throw new Error(`The text ${key} in ${locale} has another form.`);
      return [locale, plainText.exec(found)?.[1] ?? found];
    }),
  );
}
