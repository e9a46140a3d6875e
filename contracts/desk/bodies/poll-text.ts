/** Before the question of a poll. */
const SIGN = "📊";
/** Before each option: one may be chosen, or several. */
const bullets = { one: "○", several: "☐" };

export type Poll = { question: string; options: string[]; choice: keyof typeof bullets };

/** The body of a message that is a poll, in the channel's marks, so that every client can show it. */
export function pollText({ question, options, choice }: Poll): string {
  const lines = options.map(oneLine).filter(Boolean);
  return [`${SIGN} *${oneLine(question)}*`, ...lines.map((option) => `${bullets[choice]} ${option}`)].join("\n");
}

/** The poll of a body that `pollText` made; null: another text. */
export function readPoll(body: string): Poll | null {
  if (!body.startsWith(`${SIGN} *`)) return null;
  const [first = "", ...lines] = body.split("\n");
  const bullet = lines[0]?.slice(0, 1);
  const choice = bullet === bullets.several ? "several" : "one";
  const areOptions = lines.every((line) => line.startsWith(`${bullets[choice]} `));
  if (lines.length === 0 || !first.endsWith("*") || !areOptions) return null;
  return { question: first.slice(SIGN.length + 2, -1), options: lines.map((line) => line.slice(2)), choice };
}

const oneLine = (text: string) => text.replace(/\s+/g, " ").trim();
