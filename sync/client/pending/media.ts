import type { MessageMedia } from "../../../contracts/desk/messages.ts";
import type { OutboxFile } from "../outbox/entry.ts";

/** The device knows only the id of a file that the server already has. */
export function mediaOf(file: OutboxFile | null, fileId: string | null): MessageMedia | null {
  if (fileId === null) return null;
  const { name, mimetype, size } = file ?? { name: "", mimetype: "", size: 0 };
  return { fileId, name, mimetype, size, seconds: null, waveform: null, state: "ready" };
}
