import type { Context } from "../context.ts";
import { listQuickMessages } from "./list-quick-messages.ts";

const BRACKETS = /^\[([^\]\n]+)\]$/;

/**
 * Returns the file and text of the quick message whose shortcode is the whole body, `[shortcode]`. The actor's own
 * comes before a general one. Null: no such quick message with a file, so the body is plain text.
 */
export async function quickMessageInBrackets(
  ctx: Context,
  body: string,
): Promise<{ fileId: string; body: string } | null> {
  const [, shortcode] = BRACKETS.exec(body.trim()) ?? [];
  if (!shortcode) return null;
  const named = (await listQuickMessages(ctx)).filter((quick) => quick.shortcode === shortcode && quick.fileId);
  const found = named.find(({ userId, isGeneral }) => userId === ctx.actor.id && !isGeneral) ?? named[0];
  return found?.fileId ? { fileId: found.fileId, body: found.message } : null;
}
