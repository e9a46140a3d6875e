import { hostileTexts } from "./linear-time.ts";

/** Every mark of a keyboard, some pairs of marks, and characters that patterns and normal forms treat apart. */
const runs = [
  ..."!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~ \t\n0aé\u0301\u200e\u{1F600}",
  ...[
    ")>",
    "<(",
    "a,",
    "a@",
    "a b",
    "1 ",
    "1-",
    "\r\n",
    "a.",
    "@a.b,",
    "+5",
    "[a]",
    "{{a}}",
    "=;",
    "a\n",
    "--",
    "\ud83d",
  ],
];

const madeTexts = new Map<number, Map<string, string>>();

/** Returns texts of about that length on which patterns may backtrack, by name: runs between letters, and those that were found before. */
export function textsOf(length: number): Map<string, string> {
  const known = madeTexts.get(length);
  if (known) return known;
  const between = runs.map((run): [string, string] => [
    `a${JSON.stringify(run)}…a`,
    `a${run.repeat(Math.ceil(length / run.length)).slice(0, length)}a`,
  ]);
  const texts = new Map([...between, ...hostileTexts(length)]);
  madeTexts.set(length, texts);
  return texts;
}

export const textKinds: readonly string[] = [...textsOf(10).keys()];

const FIRST = 16_000;
const STEP = 4;
/** A linear function takes 4 times as long for 4 times the input, a quadratic one 16 times. */
const MAX_GROWTH = 9;
const ROUNDS = 6;
/** The system counts processor time in steps of some milliseconds: less is not compared, and short calls are repeated. */
const MIN_US = 25_000;

/**
 * Returns the processor time of one call in microseconds, of this thread only: other programs on the machine do not
 * count. `work` is repeated until it took 25 ms.
 */
function cpuOf(work: () => unknown): number {
  const before = process.threadCpuUsage();
  for (let calls = 1; ; calls += 1) {
    work();
    const { user, system } = process.threadCpuUsage(before);
    if (user + system >= MIN_US) return (user + system) / calls;
  }
}

/** Returns whether one call takes so little time that its growth is not compared. */
function isQuick(work: () => unknown): boolean {
  const before = process.threadCpuUsage();
  work();
  const { user, system } = process.threadCpuUsage(before);
  return user + system < MIN_US;
}

/** Returns whether `large` takes more than nine times the processor time of `small` in each of six rounds. */
function isOverproportional(large: () => unknown, small: () => unknown): boolean {
  let [smallest, largest] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  for (let round = 0; round < ROUNDS; round += 1) {
    largest = Math.min(largest, cpuOf(large));
    smallest = Math.min(smallest, cpuOf(small));
    if (largest <= smallest * MAX_GROWTH) return false;
  }
  return true;
}

/**
 * Calls `work` with inputs of doubled size, up to `most`. Returns the first size at which four times the input takes more
 * than nine times the processor time, and did so at a quarter of that size already; null: it grows in proportion, or never
 * takes 25 ms. A step at one size only comes from the engine: larger objects have memory of their own.
 */
export function superlinearSize(work: (length: number) => () => unknown, most: number): number | null {
  for (let length = FIRST; length <= most; length *= 2) {
    const large = work(length);
    if (isQuick(large)) continue;
    const middle = work(length / STEP);
    if (isOverproportional(large, middle) && isOverproportional(middle, work(length / STEP / STEP))) return length;
  }
  return null;
}

/** Returns the kinds of text for which `read` takes more than linear time, with the length. */
export function superlinearTexts(read: (text: string) => unknown, most: number): string[] {
  return textKinds.flatMap((kind) => {
    const size = superlinearSize((length) => {
      const text = textsOf(length).get(kind) ?? "";
      return () => read(text);
    }, most);
    return size === null ? [] : [`${kind} at ${size}`];
  });
}

/** The signs that follow the run: a pattern that would accept the run alone backtracks. */
const rejected = ["!", "x", "\u0001"];

/** Returns texts of about that length, by name: those of `textsOf`, and runs that end with a sign of another kind. */
function shortTextsOf(length: number): Map<string, string> {
  const ended = runs.flatMap((run) =>
    rejected.map((end): [string, string] => [
      `${JSON.stringify(run)}…${JSON.stringify(end)}`,
      run.repeat(Math.ceil(length / run.length)).slice(0, length) + end,
    ]),
  );
  return new Map([...textsOf(length), ...ended]);
}

/**
 * The lengths of short texts, up to 300 characters. Each is 1.4 times the one before it: work that doubles with each
 * character passes the limit before a call takes minutes.
 */
const shortLengths: readonly number[] = [12, 17, 24, 34, 48, 67, 94, 132, 185, 259, 300];
/** Linear and quadratic work on 300 characters takes less than a millisecond. */
const MAX_SHORT_US = 10_000;

const shortTexts = shortLengths.map((length) => ({ length, texts: shortTextsOf(length) }));
const shortKinds: readonly string[] = [...shortTextsOf(10).keys()];

/** Returns the kinds of short text for which one call of `read` takes more than 10 ms in each of six rounds, with the length. */
export function exponentialTexts(read: (text: string) => unknown): string[] {
  return shortKinds.flatMap((kind) => {
    const found = shortTexts.find(({ texts }) => isSlow(() => read(texts.get(kind) ?? "")));
    return found ? [`${kind} at ${found.length}`] : [];
  });
}

/** Returns whether each of six calls takes more than 10 ms of this thread's processor time. */
function isSlow(work: () => unknown): boolean {
  for (let round = 0; round < ROUNDS; round += 1) {
    const before = process.threadCpuUsage();
    work();
    const { user, system } = process.threadCpuUsage(before);
    if (user + system <= MAX_SHORT_US) return false;
  }
  return true;
}

/** An object whose every field is the text. */
const allFields = (text: string): unknown =>
  new Proxy({}, { get: (_, name) => (typeof name === "symbol" ? undefined : text), has: () => true });

/** The arguments that a function may take a text in. */
const shapes: Record<string, (text: string) => unknown[]> = {
  text: (text) => [text],
  "text, text": (text) => [text, text],
  "list of texts": (text) => [[text]],
  "text, list": (text) => [text, [text]],
  "list, text": (text) => [[text], text],
  "object, text": (text) => [allFields(text), text],
  "text, object": (text) => [text, allFields(text)],
  object: (text) => [allFields(text)],
  "list of objects": (text) => [[allFields(text)]],
};

/** Returns the shapes of arguments with which a function can be called; none: it takes no text. */
export function callShapes(called: (...parts: unknown[]) => unknown): ((text: string) => unknown[])[] {
  return Object.values(shapes).filter((shape) => {
    try {
      called(...shape("ana@x.example"));
      return true;
    } catch {
      return false; // it takes something else
    }
  });
}
