import type { QuickMessageDocument } from "../../../contracts/desk/quick-messages.ts";
import type { OutboxRecord } from "../outbox/entry.ts";
import { applyEffectsToAll } from "./apply-effects.ts";

/** `isWaiting`: its present values are on this device only. */
export type QuickMessageView = QuickMessageDocument & { isWaiting: boolean };

/** Applies pending creations, changes and deletions to the pulled quick messages; ordered by shortcode. */
export const quickMessageViews = (
  pulled: readonly QuickMessageDocument[],
  commands: readonly OutboxRecord[],
  acting: { userId: string; userName: string },
): QuickMessageView[] =>
  applyEffectsToAll("quickMessages", pulled, commands, acting).sort((a, b) =>
    a.shortcode === b.shortcode ? 0 : a.shortcode < b.shortcode ? -1 : 1,
  );
