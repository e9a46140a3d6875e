/** `filled`: the parts that variables filled in, as [start, end) in UTF-16 units; empty values have no part. */
export type FilledText = { text: string; filled: [start: number, end: number][] };

/** `isName`: without a value, the signs around the placeholder go too. */
export type PlaceholderValue = { value: string; isName: boolean };

/**
 * Fills in the placeholders of a text in one pass: values are plain text and are not searched for placeholders.
 * `fill` returns undefined for an unknown placeholder, which stays. A name without a value leaves a sentence that
 * reads well: "Olá, {{name}}!" becomes "Olá!", and "{{name}}, tudo bem?" becomes "Tudo bem?".
 */
export function fillText(
  text: string,
  placeholder: RegExp,
  fill: (match: RegExpExecArray) => PlaceholderValue | undefined,
): FilledText {
  const filled: FilledText["filled"] = [];
  const parts: string[] = [];
  let length = 0;
  let done = 0;
  let isStart = true;
  let isCapital = false;
  const add = (part: string) => {
    const cased = isCapital ? part.replace(/^\p{Ll}/u, (letter) => letter.toUpperCase()) : part;
    if (part !== "") isCapital = false;
    parts.push(cased);
    length += cased.length;
  };
  for (const match of text.matchAll(placeholder)) {
    const found = match.index < done ? undefined : fill(match);
    if (!found) continue;
    const before = text.slice(done, match.index);
    const end = match.index + match[0].length;
    if (found.value !== "" || !found.isName) {
      add(before);
      const start = length;
      add(found.value);
      if (found.value !== "") filled.push([start, length]);
      isStart &&= before === "" && found.value === "";
      done = end;
      continue;
    }
    const gap = gapOf(before, text, end, isStart);
    add(gap.before);
    isCapital ||= gap.isSentence;
    isStart &&= gap.before === "";
    done = gap.end;
  }
  add(text.slice(done));
  return { text: parts.join(""), filled };
}

const MARKS = "*_~";
const SPACES = " \t";
const STOPS = ",.;:!?…)";
/** Longer runs of signs are not written around a name. */
const MAX_SIGNS = 20;

/** Returns the text before a missing name without what belongs to the name, and where the text goes on. */
function gapOf(
  text: string,
  whole: string,
  from: number,
  isFirst: boolean,
): { before: string; end: number; isSentence: boolean } {
  let before = text;
  let end = from;
  const next = () => whole[end] ?? "\n";
  const maxEnd = from + MAX_SIGNS;
  while (before !== "" && end < maxEnd && MARKS.includes(before.at(-1) ?? " ") && before.at(-1) === whole[end]) {
    before = before.slice(0, -1);
    end += 1;
  }
  const bare = withoutLast(before, SPACES);
  const last = bare.at(-1);
  const isSentence = last === undefined ? isFirst : "\n.!?…".includes(last);
  if (isSentence) {
    while (end < maxEnd && end < whole.length && `${SPACES}${STOPS}-–—`.includes(next())) end += 1;
    return { before: next() === "\n" ? bare : before, end, isSentence };
  }
  if (STOPS.includes(next()) || next() === "\n") return { before: withoutLast(bare, `${SPACES},`), end, isSentence };
  return { before: SPACES.includes(next()) ? bare : before, end, isSentence };
}

function withoutLast(text: string, signs: string): string {
  let end = text.length;
  while (end > 0 && text.length - end < MAX_SIGNS && signs.includes(text[end - 1] ?? "x")) end -= 1;
  return text.slice(0, end);
}
