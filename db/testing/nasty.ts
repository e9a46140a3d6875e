import fc from "fast-check";

/** Texts that are known to break servers. */
export const nastyTexts = [
  "",
  " ",
  "\u0000",
  "a\u0000b",
  "\\u0000",
  "\ud800",
  "\udfff x",
  "\ufffe\uffff",
  "\u202eolá",
  "👩‍👩‍👧‍👦".repeat(40),
  "e\u0301".repeat(300),
  "x".repeat(70_000),
  "'; drop table users; --",
  "' or '1'='1",
  "%",
  "_",
  "%_\\",
  "\\",
  '"',
  "{}",
  "[[[[",
  "null",
  "NaN",
  "-0",
  "1e999",
  "Infinity",
  "99999999999999999999",
  "__proto__",
  "constructor",
  "toString",
  "../../../etc/passwd",
  "..%2f..%2f",
  "%00",
  "%ff",
  "{{7*7}}",
  "<script>alert(1)</script>",
  "0000-00-00T00:00:00Z",
  "0000-01-01T00:00:00Z",
  "9999-99-99",
  "+275760-09-13T00:00:00.000Z",
  "2024-02-30T25:61:61Z",
  "2026-07-01T10:00:00.000+99:99",
  "infinity",
  "00000000-0000-0000-0000-000000000000",
  "FFFFFFFF-FFFF-FFFF-FFFF-FFFFFFFFFFFF",
] as const;

const nastyNumbers = [
  0,
  -0,
  -1,
  1.5,
  2 ** 31,
  -(2 ** 31) - 1,
  2 ** 32,
  2 ** 53,
  2 ** 53 + 2,
  -(2 ** 63),
  1e308,
  5e-324,
  Number.NaN,
];

let deep: unknown = "fim";
for (let level = 0; level < 400; level += 1) deep = level % 2 ? { a: deep } : [deep];

/** Generates a value of any type, for code that expects another type. */
export const nastyValue: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom<unknown>(...nastyTexts) },
  { weight: 3, arbitrary: fc.constantFrom<unknown>(...nastyNumbers) },
  { weight: 2, arbitrary: fc.constantFrom<unknown>(null, true, false, [], {}, [null], [[]], { id: null }, deep) },
  { weight: 2, arbitrary: fc.string({ unit: "binary", maxLength: 20 }) },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 2 }) },
);

/** One change to a value somewhere in its tree; `at` counts the positions. */
export type Mutation = {
  at: number;
  how: "replace" | "insert" | "remove" | "repeat" | "add";
  key: string;
  infix: string;
  value: unknown;
};

export const mutation = (value: fc.Arbitrary<unknown> = nastyValue): fc.Arbitrary<Mutation> =>
  fc.record({
    at: fc.nat(200),
    how: fc.constantFrom("replace", "replace", "replace", "insert", "insert", "insert", "remove", "repeat", "add"),
    /** Text inserted into an otherwise valid text. */
    infix: fc.constantFrom(
      "\u0000",
      "\u0000",
      "\ud800",
      "\\",
      "%",
      "'",
      '"',
      "\u202e",
      "\n",
      "👩‍👩‍👧",
      "\uffff",
      "\\u0000",
    ),
    key: fc.constantFrom("companyId", "__proto__", "id", "", "a\u0000", "userId"),
    value,
  });

type ValuePlace = { holder: Record<string, unknown> | unknown[]; key: string };

/** Returns a copy with the mutations applied in order. */
export function mutate(original: unknown, mutations: readonly Mutation[]): unknown {
  const root = { value: structuredClone(original) };
  for (const { at, how, key, infix, ...given } of mutations) {
    const value = structuredClone(given.value);
    const places = placesIn(root, "value");
    const place = places[at % places.length];
    if (!place) continue;
    const { holder } = place;
    const present = get(place);
    if (how === "insert" && typeof present === "string")
      set(place, present.slice(0, present.length / 2) + infix + present.slice(present.length / 2));
    else if (how === "replace" || how === "insert") set(place, value);
    else if (how === "remove" && Array.isArray(holder)) holder.splice(Number(place.key), 1);
    else if (how === "remove") Reflect.deleteProperty(holder, place.key);
    else if (how === "repeat" && Array.isArray(present)) present.push(...structuredClone(present), present[0]);
    else if (how === "add" && typeof present === "object" && present !== null && !Array.isArray(present))
      Object.defineProperty(present, key, { value, enumerable: true, configurable: true, writable: true });
    else set(place, [present, value]);
  }
  return root.value;
}

const get = ({ holder, key }: ValuePlace): unknown => (Array.isArray(holder) ? holder[Number(key)] : holder[key]);

function set({ holder, key }: ValuePlace, value: unknown): void {
  if (Array.isArray(holder)) holder[Number(key)] = value;
  else holder[key] = value;
}

function placesIn(holder: ValuePlace["holder"], key: string): ValuePlace[] {
  const place = { holder, key };
  const value = get(place);
  // Bytes count as one value.
  if (typeof value !== "object" || value === null || ArrayBuffer.isView(value)) return [place];
  const inner = value as ValuePlace["holder"];
  return [place, ...Object.keys(inner).flatMap((name) => placesIn(inner, name))];
}
