import type { ContractRow } from "./contract-rows.ts";

/** The sizes that are tried, each four times the former: characters of a text, entries of a list. */
const sizes = { text: [250, 1_000, 4_000, 16_000, 64_000], list: [4, 16, 64, 256, 1_000] };

/** Different words, one run of a letter, and short lines with marks. */
const texts: Record<string, (length: number) => string> = {
  words: (length) => lengthen((at) => `palavra${at} `, length),
  "one run": (length) => "a".repeat(length),
  lines: (length) => lengthen((at) => `<${at}> *a* {{nome}}, 55 31 9\n`, length),
};

function lengthen(part: (at: number) => string, length: number): string {
  let text = "";
  for (let at = 0; text.length < length; at += 1) text += part(at);
  return text.slice(0, length);
}

/** One field of a call that is made larger. */
export type GrowingField = {
  /** The field and the kind of input: "body.name, one run". */
  name: string;
  sizes: readonly number[];
  /** Returns the call with a field of that size; `turn` makes its names different from those of other calls. */
  at(size: number, turn: number): ContractRow;
};

/** Returns the fields of a call's query and JSON body that may be larger: texts and lists. Whether one is accepted, the call says. */
export function growingFields(row: ContractRow): GrowingField[] {
  const growing: GrowingField[] = [];
  for (const part of ["query", "body"] as const) {
    for (const [path, value] of leavesOf(row[part])) {
      const changed = (grown: unknown): ContractRow => ({ ...row, [part]: replaced(row[part], path, grown) });
      const name = [part, ...path].join(".");
      if (typeof value === "string" && !/^\{\w+\}$/.test(value)) {
        for (const [kind, text] of Object.entries(texts)) {
          const at = (size: number, turn: number) => changed(`${value} ${turn} ${text(size)}`.slice(0, size));
          growing.push({ name: `${name}, ${kind}`, sizes: sizes.text, at });
        }
      } else if (Array.isArray(value) && value.length > 0) {
        const at = (size: number, turn: number) =>
          changed(Array.from({ length: size }, (_, place) => numbered(value[place % value.length], turn, place)));
        growing.push({ name, sizes: sizes.list, at });
      }
    }
  }
  return growing;
}

/** Returns the texts and lists of a value with their paths. */
function leavesOf(value: unknown, path: string[] = []): [path: string[], value: unknown][] {
  if (typeof value === "string") return [[path, value]];
  if (typeof value !== "object" || value === null) return [];
  const inner = Object.entries(value).flatMap(([key, part]) => leavesOf(part, [...path, key]));
  return Array.isArray(value) ? [[path, value], ...inner] : inner;
}

function replaced(value: unknown, [key, ...path]: string[], grown: unknown): unknown {
  if (key === undefined) return grown;
  const copy: Record<string, unknown> | unknown[] = Array.isArray(value) ? [...value] : { ...(value as object) };
  (copy as Record<string, unknown>)[key] = replaced((value as Record<string, unknown>)[key], path, grown);
  return copy;
}

/** An entry with its own texts: names and numbers of a list must differ. */
function numbered(entry: unknown, turn: number, place: number): unknown {
  if (typeof entry === "string")
    return entry.replace(/\d{4,}$/, String(10_000_000 + ((turn * 1_000 + place) % 89_999_999)));
  if (typeof entry !== "object" || entry === null || Array.isArray(entry)) return entry;
  const parts = Object.entries(entry).map(([key, part]) => [key, numbered(part, turn, place)]);
  return Object.fromEntries(parts);
}
