/**
 * Texts that caused backtracking in patterns over messages, cut to a length. Imports nothing: journeys run this file
 * in a browser.
 */
const repeated: Record<string, string> = {
  "opening marks": "*a ",
  "marks of three kinds": "*_~",
  "closing marks": "a* ",
  "marks without an end": "*a",
  fences: "```",
  "empty fences": "``` ",
  "fence and letters": "```a",
  backticks: "`",
  "cards that begin": "BEGIN:VCARD\n",
  "cards that end": "END:VCARD",
  "links and stops": "https://a.",
  spaces: " ",
  "line breaks": "\n",
  "half surrogates": "\ud83d*",
  numbers: "1.1,",
  "braces and spaces": "{{ ",
};

const after: Record<string, [begin: string, repeat: string, end: string]> = {
  "a link and brackets": ["https://a", ")", "x"],
  "one fence": ["```", "a", ""],
  "one card and fields": ["BEGIN:VCARD\nFN", ";a", ""],
  "a folded line": ["BEGIN:VCARD\nFN:a", "\n ", "b\nEND:VCARD"],
  "a number and spaces": ["1", " ", "x"],
  "one variable": ["{{a", " ", "x"],
};

/** Returns all hostile texts of that length, by name. */
export const hostileTexts = (length: number): [name: string, text: string][] => [
  ...Object.entries(repeated).map(([name, text]): [string, string] => [
    name,
    text.repeat(Math.ceil(length / text.length)).slice(0, length),
  ]),
  ...Object.entries(after).map(([name, [begin, repeat, end]]): [string, string] => [
    name,
    begin + repeat.repeat(Math.ceil(length / repeat.length)) + end,
  ]),
];

const SHORT = 30_000;
const FACTOR = 10;
/** Between the growth of linear code (10, and 15 where the long text no longer fits the caches) and of quadratic code (100). */
const MAX_GROWTH = 30;
const ROUNDS = 12;
/** Quadratic code takes minutes for a long text. A shorter time depends on the memory, and is not compared. */
const MIN_MS = 20;

/**
 * Returns the texts for which `read` takes more than 30 times as long when they are 10 times as long; quadratic code
 * takes 100 times as long. Each round times ten short texts and one long text. The least times of all rounds so far are
 * compared: a pause of the machine or of the garbage collector lengthens some rounds only.
 */
export function superlinear(read: (text: string) => unknown): string[] {
  const timeOf = (text: string, times: number) => {
    const start = performance.now();
    for (let count = 0; count < times; count++) read(text);
    return performance.now() - start;
  };
  const long = new Map(hostileTexts(SHORT * FACTOR));
  return hostileTexts(SHORT).flatMap(([name, text]) => {
    let minShort = Number.POSITIVE_INFINITY;
    let minLong = Number.POSITIVE_INFINITY;
    for (let round = 0; round < ROUNDS; round++) {
      minShort = Math.min(minShort, timeOf(text, FACTOR) / FACTOR);
      minLong = Math.min(minLong, timeOf(long.get(name) ?? "", 1));
      if (minLong <= Math.max(MIN_MS, minShort * MAX_GROWTH)) return [];
    }
    return [name];
  });
}
