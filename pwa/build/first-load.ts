import { resolve } from "node:path";
import type { Plugin, Rolldown } from "vite";

/**
 * Modules that each start loads, in the order of loading. The list of tickets is the screen that agents start with. The
 * first three are loaded before its frame is drawn; then the local database, the code that measures rows, and the
 * screen beside them; when idle or with the first tap on a row, the conversation; when idle, the layers above the page.
 * Without a session, the sign-in screen loads instead of the local database.
 */
const starts = {
  "first-paint": ["first-paint/start.ts"],
  start: ["main.tsx", "routes/_app.tsx?tsr-split=component", "routes/_app/tickets.tsx?tsr-split=component"],
  contracts: ["../contracts/id.ts", "../contracts/errors.ts"],
  "sign-in": ["routes/login.tsx?tsr-split=component"],
  client: ["session/engine.ts"],
  rows: ["ui/lists/virtual-rows.tsx", "screens/tickets/choose-conversation.tsx", "ui/layers/system-back.ts"],
  conversation: ["screens/tickets/conversation/conversation.tsx"],
  layers: [
    "ui/layers/headless-menu.tsx",
    "ui/layers/headless-popover.tsx",
    "ui/layers/dialog.tsx",
    "ui/toasts/toasts.tsx",
  ],
};

/** Module that exports every text. Importing it is no use of all of them. */
const texts = "/i18n/paraglide/messages.js";
const usesOfTexts = /\bm\.([a-z0-9_]+)/g;

/** Packages whose one module exports all of their parts. Importing it is a use of the named parts alone. */
const packagesOfParts = ["@headlessui/react", "lucide-react"];
const renamingExports = /export\s*\{(\s*default as [^}]*)\}\s*from\s*["']([^"']+)["']/g;
const namedImports = /import\s*\{([^}]*)\}\s*from\s*"([^"]+)"/g;

/**
 * Chunks of the modules that are needed before the list of tickets is drawn: `start` for those of every page, `desk` for
 * those of the list. Without these chunks, a module that several screens share would be loaded at the start whether the
 * list needs it or not.
 */
export function firstLoadChunks(root: string): Rolldown.CodeSplittingGroup[] {
  let chunks: Map<string, string> | null = null;
  return Object.keys(starts).map((chunk, at, all) => ({
    // A group takes the imports of its modules too, so the modules of every page are taken first.
    priority: all.length - at,
    debugName: chunk,
    name(moduleId, context) {
      chunks ??= chunksByModule(root, context);
      return chunks.get(moduleId) === chunk ? chunk : null;
    },
  }));
}

/**
 * Chunks that a page of a signed-in user imports one after another: the page asks for all of them at once. The local
 * database's code and the code that measures rows are needed after the first paint of the frame, so they come last.
 */
const preloaded = { start: "auto", client: "low", rows: "low" };

/** Lets the page load the list's code and the local database's code together with its first script. */
export function preloadFirstLoad(): Plugin {
  return {
    name: "preload-first-load",
    apply: "build",
    transformIndexHtml: {
      order: "post",
      handler(html, { bundle = {} }) {
        const linked = new Set(
          [...html.matchAll(/(?:src|href)="\/(assets\/[^"]+\.js)"/g)].map(([, file]) => file ?? ""),
        );
        const links = Object.entries(preloaded).flatMap(([name, fetchpriority]) =>
          withImports(bundle, chunkOf(bundle, name))
            .filter((file) => !linked.has(file) && linked.add(file))
            .map((file) => ({
              tag: "link",
              attrs: { rel: "modulepreload", crossorigin: true, fetchpriority, href: `/${file}` },
              injectTo: "head" as const,
            })),
        );
        const signIn = withImports(bundle, chunkOf(bundle, "sign-in")).filter((file) => !linked.has(file));
        return [...links, metaOf("sign-in-files", signIn), metaOf("desk-files", [workerOf(bundle)])];
      },
    },
  };
}

/** `pwa/first-paint/sign-in-files.ts` reads it. */
const metaOf = (name: string, files: string[]) => ({
  tag: "meta",
  attrs: { name, content: files.map((file) => `/${file}`).join(" ") },
  injectTo: "head" as const,
});

function chunkOf(bundle: Rolldown.OutputBundle, name: string): Rolldown.OutputChunk {
  const chunk = Object.values(bundle).find((one) => one.type === "chunk" && one.name === name);
  if (chunk?.type !== "chunk") throw new Error(`The build has no chunk ${name} to preload.`);
  return chunk;
}

/** Returns the files that the chunk imports statically, then its own. */
function withImports(bundle: Rolldown.OutputBundle, chunk: Rolldown.OutputChunk): string[] {
  const files = [chunk.fileName];
  for (const file of files) {
    const found = bundle[file];
    if (found?.type === "chunk") files.push(...found.imports.filter((one) => !files.includes(one)));
  }
  return files.reverse();
}

function workerOf(bundle: Rolldown.OutputBundle): string {
  const file = Object.keys(bundle).find((one) => /\/storage-worker-[^/]*\.js$/.test(one));
  if (!file) throw new Error("The build has no storage worker.");
  return file;
}

const listOfFiles = /^const __vite__mapDeps=(\(.*?\))=>(i\.map\(i=>d\[i\]\));?\n/;

/**
 * Moves each chunk's list of the files that it loads later to the chunk's end, next to the imports of these files: there
 * gzip finds the names again, which saves 2 KB of the first load.
 */
export function listFilesAtTheEnd(): Plugin {
  return {
    name: "list-files-at-the-end",
    apply: "build",
    enforce: "post",
    generateBundle: {
      order: "post",
      handler(_options, bundle) {
        for (const chunk of Object.values(bundle)) {
          if (chunk.type !== "chunk" || !chunk.code.startsWith("const __vite__mapDeps")) continue;
          const [line, parameters, result] = listOfFiles.exec(chunk.code) ?? [];
          if (!line) throw new Error(`The list of files in ${chunk.fileName} has another form.`);
          // A function declaration may be called above it.
          const list = `function __vite__mapDeps${parameters}{return ${result}}\n`;
          chunk.code = `${chunk.code.slice(line.length).trimEnd()}\n${list}`;
        }
      },
    },
  };
}

function chunksByModule(root: string, context: Rolldown.ChunkingContext): Map<string, string> {
  const found = new Map<string, string>();
  for (const [chunk, files] of Object.entries(starts)) {
    const queue = files.map((file) => resolve(root, file));
    for (const id of queue) {
      if (found.has(id)) continue;
      found.set(id, chunk);
      queue.push(...importsOf(id, root, context));
    }
  }
  return found;
}

/** Returns the modules that a module imports. */
function importsOf(id: string, root: string, context: Rolldown.ChunkingContext): string[] {
  const info = context.getModuleInfo(id);
  if (!info) throw new Error(`The first load has no module ${id}: look at its new name.`);
  const code = info.code ?? "";
  return info.importedIds.flatMap((imported) => {
    if (imported === root + texts) return textsOf(code, root);
    const name = packagesOfParts.find((one) => imported.includes(`/node_modules/${one}/`));
    // Inside of the package, a module imports what it needs.
    if (!name || id.includes(`/node_modules/${name}/`)) return [imported];
    return partsOf(imported, namesFrom(name, code), context);
  });
}

/** Returns the modules of a package that export one of the names. */
function partsOf(index: string, names: string[], context: Rolldown.ChunkingContext): string[] {
  const info = context.getModuleInfo(index);
  const parts = info?.importedIds ?? [];
  const renamed = [...(info?.code ?? "").matchAll(renamingExports)];
  // A package whose index renames the parts: their own exports do not have the names.
  if (renamed.length > 0) {
    return renamed
      .filter(([, list]) => namesIn(list).some((name) => names.includes(name)))
      .flatMap(([, , from]) => parts.filter((part) => from && part.endsWith(from.replace(/^\./, ""))));
  }
  return parts.filter((part) => context.getModuleInfo(part)?.exports.some((name) => names.includes(name)));
}

const namesIn = (list = ""): string[] =>
  list.split(",").map(
    (name) =>
      name
        .trim()
        .split(/\s+as\s+/)
        .at(-1) ?? "",
  );

const namesFrom = (packageName: string, code: string): string[] =>
  [...code.matchAll(namedImports)]
    .filter(([, , from]) => from === packageName)
    .flatMap(([, names]) => (names ?? "").split(",").map((name) => name.trim().split(/\s+as\s+/)[0] ?? ""));

const textsOf = (code: string, root: string): string[] =>
  [...code.matchAll(usesOfTexts)].map(([, key]) => `${root}/i18n/paraglide/messages/${key}.js`);
