/**
 * Texts of the built app. A chunk with many texts has one table of its own per language; the other chunks share one.
 * Only tables of the present language are loaded. pwa/build/text-tables.ts writes the tables and lets each text read
 * from here. Development and tests use the compiled messages instead and load no tables.
 */
type Inputs = Record<string, unknown>;
type Plural = (locale: string, input: unknown, options?: Intl.PluralRulesOptions) => string;
type Table = Record<number, string | ((inputs: Inputs) => string)>;

/** Ends of the file names of chunks with texts: in a table of their own, or in the shared one. */
const OWN = ".t.js";
const SHARED = ".s.js";
/** The page names the shared tables, without language and ending. */
const sharedTable = () => document.querySelector<HTMLMetaElement>("meta[name=texts]")?.content ?? "";
const LANGUAGE_KEY = "locale";
const languages = ["pt", "en", "es"];

let shown = storedLanguage();
const byLanguage = new Map<string, Table>();
/** Chunks of this page that have tables. */
const chunks = new Set<string>();
const requests = new Map<string, Promise<void>>();

/** Returns the text with this number in the present language. */
export function text(id: number, inputs: Inputs = {}): string {
  const found = byLanguage.get(shown)?.[id];
  if (found === undefined) throw new Error(`The table of text ${id} is not loaded in ${shown}.`);
  return typeof found === "string" ? found : found(inputs);
}

/**
 * Loads the tables of these files in the present language; `showTextsIn` loads them in another one. Files without
 * tables are ignored.
 */
export async function loadTexts(files: readonly string[]): Promise<void> {
  for (const file of files) if (file.endsWith(OWN) || file.endsWith(SHARED)) chunks.add(file);
  await Promise.all(files.filter((file) => chunks.has(file)).map((file) => load(file, shown)));
}

/**
 * Loads the tables of the chunks that the page preloads. The app draws as soon as its chunk runs, so its tables have to
 * be there before.
 */
export async function loadTextsOfPreloads(): Promise<void> {
  const links = [...document.querySelectorAll<HTMLLinkElement>("link[rel=modulepreload]")];
  const files = links.map(({ href }) => new URL(href).pathname.slice(1));
  // The import of the chunk requests them again and reports the failure.
  await loadTexts(files).catch(() => undefined);
}

/** Loads the texts of the whole page in another language, then shows texts in it. */
export async function showTextsIn(language: string): Promise<void> {
  for (let count = -1; count !== chunks.size; ) {
    count = chunks.size;
    await Promise.all([...chunks].map((file) => load(file, language)));
  }
  shown = language;
}

/** The language of the loaded tables: in the built app paraglide's `getLocale`. */
export const shownLanguage = (): string => shown;

/** Stores the language of the next start: in the built app paraglide's `setLocale`. */
export const storeLanguage = (language: string): void => localStorage.setItem(LANGUAGE_KEY, language);

function load(file: string, language: string): Promise<void> {
  const table = file.endsWith(SHARED) ? sharedTable() : `/${file.slice(0, -OWN.length)}`;
  const path = `${table}.${language}.js`;
  const request = requests.get(path) ?? add(path, language);
  requests.set(path, request);
  return request;
}

async function add(path: string, language: string): Promise<void> {
  try {
    const { default: tableWith } = (await import(/* @vite-ignore */ path)) as { default: (plural: Plural) => Table };
    byLanguage.set(language, { ...byLanguage.get(language), ...tableWith(plural) });
  } catch (error) {
    requests.delete(path);
    throw error;
  }
}

/** Portuguese has two plural rules. Brazil's treats 0 as singular ("0 já leu"). The texts use Portugal's: 0 is plural. */
const ruleOf = (locale: string) => (locale === "pt" ? "pt-PT" : locale);
const plural: Plural = (locale, input, options) => new Intl.PluralRules(ruleOf(locale), options).select(Number(input));

/** Other pages of the origin follow the stored language, so the default one is stored too. */
function storedLanguage(): string {
  if (typeof localStorage === "undefined") return "pt";
  const stored = languages.find((language) => language === localStorage.getItem(LANGUAGE_KEY)) ?? "pt";
  try {
    localStorage.setItem(LANGUAGE_KEY, stored);
  } catch {
    // No room: this page has its language, and other pages have the default one.
  }
  return stored;
}
