import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { minifySync, type Plugin, type Rolldown } from "vite";

const locales = ["pt", "en", "es"];
const messageFile = /\/i18n\/paraglide\/messages\/([a-z0-9_]+)\.js$/;
const OWN = ".t.js";
const SHARED = ".s.js";
const runtimeFile = /\/i18n\/paraglide\/runtime\.js$/;
const preloadHelper = "\0vite/preload-helper.js";
const exportOfHelper = "export const __vitePreload = ";
/** A text without inputs and variants: its table has the string itself. */
const plainText = /^\(\) => \{\s*return \(?(`[^`]*`)\)?;?\s*\}$/;

/** A chunk with fewer characters of text shares its table. */
const OWN_TABLE = 2_000;

type Message = { id: number; texts: Record<string, string> };

/**
 * Lets each chunk of the build load its texts in one language. The compiled messages have each text in all languages;
 * in the build a text is a call with its number, and a table of texts by number is one more file per language.
 * Chunks with few texts share a table, because each file costs a request when the app is stored on the device.
 * `pwa/i18n/text-tables.ts` loads the tables together with the chunk.
 */
export function textTables(root: string): Plugin {
  const runtime = JSON.stringify(`${root}/i18n/text-tables.ts`);
  const messages = new Map<string, Message>();
  let ids: Map<string, number> | null = null;
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
      chunkFileNames: ({ moduleIds }) => `assets/[name]-[hash]${endOf(messagesOf(moduleIds, messages))}`,
    }),
    // The name of a chunk is also the name of its tables, which browsers keep: a new text needs a new name.
    augmentChunkHash: (chunk) => hashOf(messagesOf(chunk.moduleIds, messages)),
    generateBundle(_options, bundle) {
      for (const { fileName, used } of chunksWithTexts(bundle, messages)) {
        if (!fileName.endsWith(endOf(used))) throw new Error(`The name ${fileName} does not say which table it has.`);
        if (endOf(used) === OWN) emitTables(this, fileName.slice(0, -OWN.length), used);
      }
      const shared = sharedTable(bundle, messages);
      emitTables(this, shared.name, shared.used);
    },
    transformIndexHtml: {
      order: "post",
      handler(_html, { bundle = {} }) {
        const content = `/${sharedTable(bundle, messages).name}`;
        return [{ tag: "meta", attrs: { name: "texts", content }, injectTo: "head" }];
      },
    },
  };
}

const chunksWithTexts = (bundle: Rolldown.OutputBundle, messages: Map<string, Message>) =>
  Object.values(bundle)
    .filter((file) => file.type === "chunk")
    .map(({ fileName, moduleIds }) => ({ fileName, used: messagesOf(moduleIds, messages) }))
    .filter(({ used }) => used.length > 0);

/** Returns the name of the shared table, without language and ending, and its texts. */
function sharedTable(bundle: Rolldown.OutputBundle, messages: Map<string, Message>) {
  const few = chunksWithTexts(bundle, messages).filter(({ used }) => endOf(used) === SHARED);
  const byId = new Map(few.flatMap(({ used }) => used.map((message) => [message.id, message])));
  const used = [...byId.values()].toSorted((a, b) => a.id - b.id);
  return { name: `assets/texts-${hashOf(used)}`, used };
}

const hashOf = (used: Message[]): string => createHash("sha256").update(JSON.stringify(used)).digest("hex").slice(0, 8);

function emitTables(context: Rolldown.PluginContext, name: string, used: Message[]) {
  for (const locale of locales) {
    const rows = used.map(({ id, texts }) => `${id}: ${texts[locale]}`);
    const { code } = minifySync("table.js", `export default (plural) => ({${rows.join(",\n")}});`);
    context.emitFile({ type: "asset", fileName: `${name}.${locale}.js`, source: code });
  }
}

/** Returns the end of the file name of a chunk with these texts. `pwa/i18n/text-tables.ts` reads it. */
function endOf(used: Message[]): string {
  if (used.length === 0) return ".js";
  const length = used.reduce((sum, { texts }) => sum + (texts[locales[0] ?? ""] ?? "").length, 0);
  return length < OWN_TABLE ? SHARED : OWN;
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
