import type { FileDraft } from "../../../sync/client/index.ts";
import type { useAttachments } from "./use-attachments.ts";

/** Returns the files with the text as the caption of the first one; null when that has a caption of its own. */
export const captioned = ([first, ...others]: readonly FileDraft[], text: string): FileDraft[] | null =>
  first?.caption.trim() === "" ? [{ ...first, caption: text }, ...others] : null;

export type SentFile = { file: { blob: Blob; name: string }; id: string; caption: string; isFirst: boolean };

type Sending = {
  attachments: Pick<ReturnType<typeof useAttachments>, "blob" | "putBack">;
  /** Stores the command of one file; resolves when the device has it. */
  send: (sent: SentFile) => Promise<unknown>;
  /** Called when files before the one that could not be stored have left, with the quote and the text of the field. */
  onSomeSent: () => void;
};

/** Sends files in the given order. When the device cannot store one, it and those after it are shown again. */
export async function sendFiles(
  files: readonly FileDraft[],
  { attachments, send, onSomeSent }: Sending,
): Promise<void> {
  let sent = 0;
  try {
    for (const { id, name, caption } of files) {
      const blob = await attachments.blob(id);
      // Another tab has sent it.
      if (blob) await send({ file: { blob, name }, id, caption, isFirst: sent === 0 });
      sent += 1;
    }
  } catch (error) {
    attachments.putBack();
    if (sent > 0) onSomeSent();
    throw error;
  }
}
