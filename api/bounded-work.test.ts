import { readFileSync } from "node:fs";
import { glob } from "node:fs/promises";
import { join, relative } from "node:path";
import * as v from "valibot";
import { beforeAll, describe, expect, test } from "vitest";
import {
  callShapes,
  exponentialTexts,
  superlinearSize,
  superlinearTexts,
  textKinds,
} from "../contracts/testing/linear-work.ts";
import { sizeOf } from "../contracts/testing/sizes.ts";

const ROOT = join(import.meta.dirname, "..");
/** The longest text that a call accepts (a message), and what a pasted text or a file's line may have. */
const LONGEST = 65_536;
/** The longest texts that the functions read; `npm run proof` reads the longest. */
const READ = sizeOf("BOUNDED_LENGTH");
const MINUTES = 60_000;

type Called = { name: string; read: (text: string) => unknown };
type Exports = Record<string, unknown>;
const isFunction = (value: unknown): value is (...parts: unknown[]) => unknown =>
  typeof value === "function" && !/^class\b/.test(Function.prototype.toString.call(value));
const isSchema = (value: unknown): value is v.GenericSchema =>
  typeof value === "object" && value !== null && "~run" in value && "kind" in value && value.kind === "schema";

async function modulesOf(pattern: string): Promise<string[]> {
  const found: string[] = [];
  for await (const path of glob(pattern, { cwd: ROOT })) if (!/\.test\.|testing|\.d\.ts$/.test(path)) found.push(path);
  return found.toSorted();
}

/** Functions whose arguments are no plain texts, lists or objects of texts, with the arguments that have a text. */
const special: Record<string, (text: string) => unknown[]> = {
  fillCampaignText: (text) => [
    text,
    { recipient: { name: text, number: "1", email: "" }, variables: [{ key: "cupom", value: text }], desk: {} },
  ],
  filledVariants: (text) => [{ messages: [text, text], confirmation: true, confirmationMessages: [text, text] }],
  writePlace: (text) => [{ latitude: 1, longitude: 1, name: text, address: text }],
  pollText: (text) => [{ question: text, options: [text, text], choice: "one" }],
  instantOf: (text) => [text, "America/Sao_Paulo"],
  isOpenAt: (text) => [[{ weekdayEn: "monday", startTime: text, endTime: text }], 1, text],
  addDays: (text) => [text, 1],
  endOfDay: (text) => [text, "America/Sao_Paulo"],
  fillText: (text) => [text, /\{\{([^{}]*)\}\}/g, () => ({ name: text, text })],
  guessColumns: (text) => [[{ rowNumber: 1, cells: [text, text] }], 0],
  guessHeaderRow: (text) => [[{ rowNumber: 1, cells: [text, text] }]],
  headersOf: (text) => [[{ rowNumber: 1, cells: [text] }], 1, 2],
  changeProblems: (text) => [
    { name: text, email: text },
    { name: "Ana", email: "" },
  ],
  readPhone: (text) => [text, { country: "BR", areaCode: "31" }],
  readPhoneColumns: (text) => [text, text, { country: "BR", areaCode: "31" }],
  tagsAfter: (text) => [[text], { add: [text], remove: [text] }, () => true],
};

/** Exports that take dates, messages, ids or functions, and no text that a person writes. */
const withoutText = new Set(["windowEnd", "isWindowShut", "localDay", "localMinute", "editRefusal", "payloads"]);

describe("every function of the contracts that takes a text takes time in proportion to its length", () => {
  const functions: Called[] = [];
  const schemas: Called[] = [];
  const unread: string[] = [];
  beforeAll(async () => {
    for (const path of await modulesOf("contracts/**/*.ts")) {
      const exported: Exports = await import(join(ROOT, path));
      for (const [key, value] of Object.entries(exported)) {
        const name = `${relative("contracts", path)} ${key}`;
        if (isSchema(value)) schemas.push({ name, read: (text) => v.safeParse(value, text) });
        if (!isFunction(value)) continue;
        const found = callShapes(value);
        const own = special[key];
        if (own) found.push(own);
        if (found.length === 0) unread.push(key);
        functions.push(
          ...found.map((shape) => ({ name, read: (text: string) => quietly(() => value(...shape(text))) })),
        );
      }
    }
  }, MINUTES);

  test(
    "the functions",
    () => {
      const slow = functions.flatMap(({ name, read }) =>
        superlinearTexts(read, READ).map((text) => `${name}: ${text}`),
      );
      console.info(`${new Set(functions.map(({ name }) => name)).size} functions, ${textKinds.length} texts`);
      expect(slow).toEqual([]);
      expect(new Set(functions.map(({ name }) => name)).size).toBeGreaterThan(70);
    },
    10 * MINUTES,
  );

  test(
    "the schemas that accept or refuse a text",
    () => {
      const slow = schemas.flatMap(({ name, read }) => superlinearTexts(read, READ).map((text) => `${name}: ${text}`));
      console.info(`${schemas.length} schemas`);
      expect(slow).toEqual([]);
    },
    10 * MINUTES,
  );

  test("none takes more than 10 ms for a text of at most 300 characters", () => {
    const slow = [...functions, ...schemas].flatMap(({ name, read }) =>
      exponentialTexts(read).map((text) => `${name}: ${text}`),
    );
    expect(slow).toEqual([]);
  });

  test("a function that could not be called takes no text", () => {
    expect(unread.filter((name) => !withoutText.has(name))).toEqual([]);
  });
});

test("short texts: finds a pattern whose work doubles with each character, and no quadratic one", () => {
  expect(exponentialTexts((text) => /^(a+)+$/.test(text))).not.toEqual([]);
  expect(exponentialTexts((text) => /^(a|aa|1|11)*$/.test(text))).not.toEqual([]);
  expect(exponentialTexts((text) => /a[<(]*$|<\(.*>/.test(text))).toEqual([]);
});

test("a function that does something for each pair of characters is found, a step at one size is not", () => {
  const turns = (count: number) => {
    let sum = 0;
    for (let turn = 0; turn < count; turn += 1) sum += Math.sqrt(turn);
    return sum;
  };
  expect(superlinearSize((length) => () => turns((length * length) / 6), LONGEST)).toBe(16_000);
  expect(superlinearSize((length) => () => turns(length * 2_000), LONGEST)).toBeNull();
  expect(superlinearSize((length) => () => turns(length * (length > 30_000 ? 1_500 : 90)), LONGEST)).toBeNull();
  expect(superlinearTexts((text) => /^a[<(]*$|<\(.*>/.test(text) && text, LONGEST)).not.toEqual([]);
}, 120_000);

/** A refused text counts with the time that refusing it takes. */
function quietly(work: () => unknown): void {
  try {
    work();
  } catch {} // refused
}

describe("every exported text function of the domain and the clients of other services", () => {
  const called: Called[] = [];
  beforeAll(async () => {
    for (const path of await modulesOf("{domain,outside}/**/*.ts")) {
      const source = readFileSync(join(ROOT, path), "utf8");
      const names = textFunctionsIn(source);
      if (names.length === 0) continue;
      const exported: Exports = await import(join(ROOT, path));
      for (const name of names) {
        const value = exported[name];
        if (!isFunction(value)) continue;
        for (const shape of callShapes(value))
          called.push({ name: `${path} ${name}`, read: (text) => quietly(() => value(...shape(text))) });
      }
    }
  }, MINUTES);

  test(
    "takes time in proportion to the text",
    () => {
      const slow = called.flatMap(({ name, read }) => superlinearTexts(read, READ).map((text) => `${name}: ${text}`));
      console.info(`${new Set(called.map(({ name }) => name)).size} functions of the domain`);
      expect(slow).toEqual([]);
      expect(called.length).toBeGreaterThan(20);
    },
    10 * MINUTES,
  );

  test("takes at most 10 ms for a text of at most 300 characters", () => {
    const slow = called.flatMap(({ name, read }) => exponentialTexts(read).map((text) => `${name}: ${text}`));
    expect(slow).toEqual([]);
  });
});

/** Returns the exported functions whose first parameter is a text, and that do not read the database. */
function textFunctionsIn(source: string): string[] {
  const declared =
    /export (?:function (\w+)\(|const (\w+) = \()\s*\w+(?:: (?:string|readonly string\[\]|string\[\])[^)]*|\s*=\s*"")\)/g;
  return [...source.matchAll(declared)].map(([, one, other]) => one ?? other ?? "");
}
