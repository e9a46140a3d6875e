import type { QuickMessageDocument } from "../../contracts/quick-messages.ts";
import { isStopped, isUnsent, type OutboxRecord } from "../outbox/entry.ts";

/** `isWaiting`: its present values are on this device only. */
export type QuickMessageView = QuickMessageDocument & { isWaiting: boolean };

/** Applies pending creations, changes and deletions to the pulled quick messages; ordered by shortcode. */
export function quickMessageViews(
  pulled: readonly QuickMessageDocument[],
  commands: readonly OutboxRecord[],
  userId: string,
): QuickMessageView[] {
  const views = new Map(
    pulled.map((message): [string, QuickMessageView] => [message.id, { ...message, isWaiting: false }]),
  );
  for (const command of commands) {
    if (isStopped(command)) continue;
    const isWaiting = isUnsent(command);
    if (command.type === "quickMessage.create" && !views.has(command.id)) {
      const { shortcode, message, isGeneral = false, fileId = null } = command.payload;
      const made = { id: command.id, rev: 0, shortcode: shortcode.trim(), message: message.trim(), isGeneral, userId };
      views.set(command.id, { ...made, fileId, fileName: command.file?.name ?? null, isWaiting });
    }
    if (command.type === "quickMessage.update") {
      const present = views.get(command.payload.quickMessageId);
      const isShown = command.state === "answered" && command.rev !== null && (present?.rev ?? 0) >= command.rev;
      if (present && !isShown)
        views.set(present.id, { ...changed(present, command), isWaiting: isWaiting || present.isWaiting });
    }
    if (command.type === "quickMessage.delete") views.delete(command.payload.quickMessageId);
  }
  return [...views.values()].sort((a, b) => (a.shortcode === b.shortcode ? 0 : a.shortcode < b.shortcode ? -1 : 1));
}

type Update = Extract<OutboxRecord, { type: "quickMessage.update" }>;

function changed(present: QuickMessageView, { payload, file }: Update): QuickMessageView {
  const { shortcode = present.shortcode, message = present.message, isGeneral = present.isGeneral } = payload.change;
  const words = { ...present, shortcode: shortcode.trim(), message: message.trim(), isGeneral };
  if (payload.fileId === undefined) return words;
  return { ...words, fileId: payload.fileId, fileName: file?.name ?? null };
}
