import type { Context } from "../../ground/context.ts";
import { listQuickMessages } from "./list-quick-messages.ts";

/** The most files that one body names. */
const MAX_FILES = 10;

export type BracketedMessage = { fileId: string | null; body: string };

/** How clients of this family write a quick message with a file: they know no other way to send it. */
export const inBrackets = (shortcode: string): string => `[${shortcode}]`;

/**
 * Returns the messages that a body with `[shortcode]` of quick messages with a file means: the first has the first file
 * and the body with the quick message's text in place of the brackets, each other one its own file and text. The actor's
 * own quick message comes before a general one. Null: the body names none, so it is plain text.
 */
export async function quickMessagesInBrackets(ctx: Context, body: string): Promise<BracketedMessage[] | null> {
  if (!/\[[^\]\n]+\]/.test(body)) return null;
  const withFile = (await listQuickMessages(ctx)).filter((quick) => quick.fileId);
  const named = (shortcode: string) => {
    const found = withFile.filter((quick) => quick.shortcode === shortcode);
    return found.find(({ userId, isGeneral }) => userId === ctx.actor.id && !isGeneral) ?? found[0];
  };
  const more: BracketedMessage[] = [];
  const text = body.replace(/\[([^[\]\n]+)\]/g, (brackets, shortcode: string) => {
    const quick = more.length < MAX_FILES ? named(shortcode) : undefined;
    if (!quick) return brackets;
    more.push({ fileId: quick.fileId, body: quick.message });
    return more.length === 1 ? quick.message : "";
  });
  const [first, ...others] = more;
  return first ? [{ fileId: first.fileId, body: text.trim() }, ...others] : null;
}
