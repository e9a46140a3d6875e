export type TextPart = { text: string; look: "plain" | "bold" | "italic" | "strike" | "code" | "link" };
type Found = TextPart & { end: number };

const FENCE = "```";
const marks = { "*": "bold", _: "italic", "~": "strike" } as const;
type Mark = keyof typeof marks;
const isMark = (sign: string | undefined): sign is Mark => sign !== undefined && sign in marks;

/**
 * Splits a message into plain, bold, italic, strikethrough, code and link parts. Formatting marks do not nest. The
 * text is untrusted, so it is parsed from left to right in linear time for any input.
 */
export function textParts(body: string): TextPart[] {
  const parts: TextPart[] = [];
  const findCode = codeFinder(body);
  const findMarked = markedFinder(body);
  let from = 0;
  const plainUntil = (end: number) => end > from && parts.push({ text: body.slice(from, end), look: "plain" });
  for (let at = 0; at < body.length; at++) {
    const sign = body[at];
    const found =
      sign === "`" ? findCode(at) : sign === "h" ? findLink(body, at) : isMark(sign) ? findMarked(at, sign) : null;
    if (!found) continue;
    plainUntil(at);
    parts.push({ text: found.text, look: found.look });
    from = found.end;
    at = from - 1;
  }
  plainUntil(body.length);
  return parts;
}

/** Splits plain text into plain and link parts. */
export function linkParts(body: string): TextPart[] {
  const parts: TextPart[] = [];
  let from = 0;
  const plainUntil = (end: number) => end > from && parts.push({ text: body.slice(from, end), look: "plain" });
  for (let at = body.indexOf("http"); at !== -1; at = body.indexOf("http", Math.max(at + 1, from))) {
    const found = findLink(body, at);
    if (!found) continue;
    plainUntil(at);
    parts.push({ text: found.text, look: found.look });
    from = found.end;
  }
  plainUntil(body.length);
  return parts;
}

const OPENING_SIGNS = 4_000;
const OPENING_LINES = 40;
const LONGEST_WORD = 40;

/**
 * Returns the beginning of a text that is too long to be shown at once, cut at the end of a line or word; a shorter
 * text unchanged.
 */
export function openingOf(body: string): string {
  let lineEnd = -1;
  for (let lines = 0; lines < OPENING_LINES; lines++) {
    lineEnd = body.indexOf("\n", lineEnd + 1);
    if (lineEnd === -1) break;
  }
  if (lineEnd !== -1 && lineEnd <= OPENING_SIGNS) return body.slice(0, lineEnd);
  if (body.length <= OPENING_SIGNS) return body;
  const head = body.slice(0, OPENING_SIGNS).replace(/[\ud800-\udbff]$/, "");
  const word = head.lastIndexOf(" ");
  return word > OPENING_SIGNS - LONGEST_WORD ? head.slice(0, word) : head;
}

/**
 * Finds the next occurrence from an offset and caches it: called with ascending offsets, it reads each character
 * once.
 */
function nextOf(body: string, isThere: (at: number) => boolean): (at: number) => number {
  let next = -1;
  return (at) => {
    for (next = Math.max(next, at); next < body.length && !isThere(next); next++);
    return next;
  };
}

/** Finds code between two fences of three backticks. It may span lines and must contain more than whitespace. */
function codeFinder(body: string) {
  const isFence = (at: number) => body.startsWith(FENCE, at);
  const first = nextOf(body, isFence);
  const second = nextOf(body, isFence);
  return (at: number): Found | null => {
    if (!isFence(at)) return null;
    const start = at + FENCE.length;
    const close = first(start);
    const end = body.slice(start, close).trim() === "" ? second(close + 1) : close;
    return end < body.length ? { text: body.slice(start, end), look: "code", end: end + FENCE.length } : null;
  };
}

const LINK = /https?:\/\/[^\s<>"]+/y;
const afterLinks = ".,!?)";

function findLink(body: string, at: number): Found | null {
  LINK.lastIndex = at;
  const link = LINK.exec(body)?.[0];
  if (!link) return null;
  let length = link.length;
  while (afterLinks.includes(link[length - 1] ?? " ")) length--;
  return { text: link.slice(0, length), look: "link", end: at + length };
}

/**
 * Finds formatted text. The opening mark follows no letter or digit and precedes no space; the closing mark follows
 * no space, precedes no letter or digit and is in the same line. Neither stands beside another of its kind: runs of
 * marks belong to codes, as of a payment, which must be copied whole.
 */
function markedFinder(body: string) {
  const isWord = (sign: string) => /[\p{L}\p{N}]/u.test(sign);
  const isSpace = (at: number) => /\s/.test(body[at] ?? " ");
  const signAfter = (at: number) => String.fromCodePoint(body.codePointAt(at + 1) ?? 32);
  const signBefore = (at: number) => {
    const isPair = at > 1 && (body.codePointAt(at - 2) ?? 0) > 0xffff;
    return isPair ? body.slice(at - 2, at) : (body[at - 1] ?? " ");
  };
  const isInRun = (at: number) => body[at - 1] === body[at] || body[at + 1] === body[at];
  const closes = (mark: Mark) =>
    nextOf(body, (at) => body[at] === mark && !isInRun(at) && !isSpace(at - 1) && !isWord(signAfter(at)));
  const close: Record<Mark, (at: number) => number> = { "*": closes("*"), _: closes("_"), "~": closes("~") };
  const lineEnd = nextOf(body, (at) => body[at] === "\n");
  return (at: number, mark: Mark): Found | null => {
    if (isInRun(at) || isSpace(at + 1) || isWord(signBefore(at))) return null;
    const end = close[mark](at + 2);
    if (end >= lineEnd(at)) return null;
    return { text: body.slice(at + 1, end), look: marks[mark], end: end + 1 };
  };
}
