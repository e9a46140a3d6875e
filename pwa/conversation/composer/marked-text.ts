export type Selected = { text: string; start: number; end: number };

/** Wraps the selection in the channel's formatting mark, or removes the mark; the same words stay selected. */
export function toggleMark({ text, start, end }: Selected, mark: "*" | "_"): Selected {
  const [before, inside, after] = [text.slice(0, start), text.slice(start, end), text.slice(end)];
  if (before.endsWith(mark) && after.startsWith(mark))
    return { text: before.slice(0, -1) + inside + after.slice(1), start: start - 1, end: end - 1 };
  // A mark next to a space does not format.
  const lead = inside.length - inside.trimStart().length;
  const words = inside.trim();
  const marked = inside.slice(0, lead) + mark + words + mark + (words ? inside.slice(lead + words.length) : "");
  const from = start + lead + 1;
  return { text: before + marked + after, start: from, end: from + words.length };
}
