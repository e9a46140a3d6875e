import { beforeEach, expect, test, vi } from "vitest";

type Plural = (locale: string, count: unknown) => string;

/** Tables by path, as the build writes them. A path that is missing fails like a file without a network. */
const tables = {
  pt: (plural: Plural) => ({
    1: "Salvar",
    2: ({ count }: { count: number }) => `${count} ${plural("pt", count) === "one" ? "minuto" : "minutos"}`,
  }),
  en: () => ({ 1: "Save" }),
  es: () => ({ 1: "Guardar" }),
};
const requested: string[] = [];

/** The parts of a browser that the tables need. */
const stored = new Map<string, string>();
vi.stubGlobal("localStorage", {
  getItem: (key: string) => stored.get(key) ?? null,
  setItem: (key: string, value: string) => stored.set(key, value),
});
vi.stubGlobal("document", { querySelector: () => ({ content: "/assets/shared" }) });

async function givenTables() {
  vi.resetModules();
  for (const chunk of ["start", "late", "shared"])
    for (const [language, table] of Object.entries(tables)) {
      const path = `/assets/${chunk}.${language}.js`;
      vi.doMock(path, () => {
        requested.push(path);
        return { default: table };
      });
    }
  return import("./text-tables.ts");
}

beforeEach(() => {
  requested.length = 0;
  stored.clear();
});

test("texts: a chunk loads its table in the stored language only", async () => {
  localStorage.setItem("locale", "es");
  const { loadTexts, text } = await givenTables();
  await loadTexts(["assets/start.t.js", "assets/without-texts.js"]);
  expect(text(1)).toBe("Guardar");
  expect(requested).toEqual(["/assets/start.es.js"]);
});

test("texts: a text gets its inputs and the plural form of its language", async () => {
  const { loadTexts, text } = await givenTables();
  await loadTexts(["assets/start.t.js"]);
  expect([0, 1, 2].map((count) => text(2, { count }))).toEqual(["0 minutos", "1 minuto", "2 minutos"]);
});

test("texts: another language is shown once the tables of all loaded chunks are there", async () => {
  const { loadTexts, showTextsIn, shownLanguage, text } = await givenTables();
  await loadTexts(["assets/start.t.js"]);
  await loadTexts(["assets/late.t.js"]);
  const shown = showTextsIn("en");
  expect([shownLanguage(), text(1)]).toEqual(["pt", "Salvar"]);
  await shown;
  expect([shownLanguage(), text(1)]).toEqual(["en", "Save"]);
  expect(requested.slice(2).sort()).toEqual(["/assets/late.en.js", "/assets/start.en.js"]);
});

test("texts: chunks with few texts share one table", async () => {
  const { loadTexts, showTextsIn, text } = await givenTables();
  await loadTexts(["assets/one.s.js", "assets/other.s.js"]);
  expect([text(1), requested]).toEqual(["Salvar", ["/assets/shared.pt.js"]]);
  await showTextsIn("es");
  expect([text(1), requested.length]).toEqual(["Guardar", 2]);
});

test("texts: a chunk that loads while the language changes has the texts of the new language", async () => {
  const { loadTexts, showTextsIn } = await givenTables();
  await loadTexts(["assets/start.t.js"]);
  await Promise.all([showTextsIn("en"), loadTexts(["assets/late.t.js"])]);
  expect(requested).toContain("/assets/late.en.js");
});

test("texts: a language whose tables cannot be loaded is not shown, and can be tried again", async () => {
  const { loadTexts, showTextsIn, text } = await givenTables();
  await loadTexts(["assets/start.t.js"]);
  vi.doMock("/assets/start.en.js", () => {
    throw new Error("no network");
  });
  await expect(showTextsIn("en")).rejects.toThrow();
  expect(text(1)).toBe("Salvar");
  vi.doMock("/assets/start.en.js", () => ({ default: tables.en }));
  await showTextsIn("en");
  expect(text(1)).toBe("Save");
});
