/** Signs that reorder the text after them: "fatura\u202Efdp.exe" is shown as "faturaexe.pdf". */
const ORDER_SIGNS = /[\u202A-\u202E\u2066-\u2069]/g;
/** Control characters, and line breaks of other scripts. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are removed
const CONTROLS = /[\u0000-\u001F\u007F-\u009F\u2028\u2029]+/g;

/** Returns a name that a stranger chose as it is shown: one line, without signs that reorder the text around it. */
export const strangerName = (name: string): string => name.replace(ORDER_SIGNS, "").replace(CONTROLS, " ").trim();

/** Returns the beginning of a text with at most `most` UTF-16 units, cut between signs: never inside an emoji. */
export function cutBetweenSigns(text: string, most: number): string {
  if (text.length <= most) return text;
  let end = 0;
  for (const { index, segment } of new Intl.Segmenter().segment(text.slice(0, most + 1))) {
    if (index + segment.length > most) break;
    end = index + segment.length;
  }
  // One sign that is longer than the whole text may be.
  return (end > 0 ? text.slice(0, end) : text.slice(0, most)).toWellFormed();
}

/** A longer ending is no file type. */
const MAX_ENDING = 10;

/** Splits a file's name before its ending; the ending is '' or begins with a dot. */
export function splitFileName(name: string): { stem: string; ending: string } {
  const dot = name.lastIndexOf(".");
  const hasEnding = dot > 0 && dot < name.length - 1 && name.length - dot <= MAX_ENDING && !/\s/.test(name.slice(dot));
  return hasEnding ? { stem: name.slice(0, dot), ending: name.slice(dot) } : { stem: name, ending: "" };
}

/** Returns a stranger's file name, cut before its ending. */
export function strangerFileName(name: string, most: number): string {
  const { stem, ending } = splitFileName(strangerName(name));
  return cutBetweenSigns(stem, most - ending.length) + ending;
}
