import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import type { Logger } from "pino";
import { type ConvertedVoice, convertVoice, type VoiceFormat } from "./convert-voice.ts";
import { RecordingTooLong } from "./recording-length.ts";

/** An agent's recording in the format that phones play as a voice note. */
export type VoiceNote = ConvertedVoice & { path: string; mimetype: string };
/** Null: the conversion failed and the original is sent. */
type Made = VoiceNote | "tooLong" | null;

export type VoiceParts = {
  folder: string;
  format: VoiceFormat;
  logger: Logger;
  /** The result is available from `of`. Null: there is no voice note. */
  onMade(messageId: string, note: VoiceNote | null): Promise<void>;
};
type Message = { messageId: string; contactId: string };
type Recording = { path: string; mimetype: string; isVoice: boolean };

const kinds: Record<VoiceFormat, { ending: string; mimetype: string }> = {
  opus: { ending: "ogg", mimetype: "audio/ogg; codecs=opus" },
  wav: { ending: "wav", mimetype: "audio/wav" },
};

/** Clients record MP3, which phones play as a file and not every channel accepts. Other formats are sent unchanged. */
const isToConvert = ({ isVoice, mimetype }: Recording) => isVoice && mimetype === "audio/mpeg";

/**
 * Converts recordings before they are sent, one at a time per connection. When a conversion fails, the original is
 * sent.
 */
export class VoiceNotes {
  readonly #parts: VoiceParts;
  /** By message. */
  readonly #made = new Map<string, Made>();
  readonly #making = new Map<string, string>();
  #last: Promise<void> = Promise.resolve();

  constructor(parts: VoiceParts) {
    this.#parts = parts;
  }

  /** Contacts whose recordings are being converted: their later messages wait. */
  get contactIds(): string[] {
    return [...this.#making.values()];
  }

  /**
   * Returns the converted recording; null: send the file itself; "tooLong": refuse the message; undefined: the conversion is
   * running.
   */
  of(message: Message, file: Recording): Made | undefined {
    const { messageId, contactId } = message;
    if (!isToConvert(file)) return null;
    const made = this.#made.get(messageId);
    if (made !== undefined || this.#making.has(messageId)) return made;
    this.#making.set(messageId, contactId);
    this.#last = this.#last.then(() => this.#make(messageId, file.path));
    return undefined;
  }

  /** Removes the result after the message was sent or given up. An open read of it continues. */
  forget(messageId: string): void {
    const note = this.#made.get(messageId);
    this.#made.delete(messageId);
    // Removed in order, because the same message may be converted again.
    if (note && note !== "tooLong") this.#last = this.#last.then(() => this.#remove(note));
  }

  forgetAll(): void {
    for (const messageId of [...this.#made.keys()]) this.forget(messageId);
  }

  #remove({ path }: VoiceNote): Promise<void> {
    const { logger } = this.#parts;
    return rm(path, { force: true }).catch((error) =>
      logger.warn({ event: "voice_file_cleanup_failed", err: error }, "Converted recording was not removed from disk"),
    );
  }

  async #make(messageId: string, from: string): Promise<void> {
    const { folder, format, logger, onMade } = this.#parts;
    const { ending, mimetype } = kinds[format];
    const path = join(folder, `${messageId}.${ending}`);
    let note: Made = null;
    try {
      await mkdir(folder, { recursive: true });
      note = { ...(await convertVoice(from, path, format)), path, mimetype };
    } catch (error) {
      if (error instanceof RecordingTooLong) note = "tooLong";
      else
        logger.warn(
          { event: "voice_conversion_failed", err: error, messageId },
          "Recording was not converted; sending the original",
        );
    }
    this.#made.set(messageId, note);
    this.#making.delete(messageId);
    await onMade(messageId, note === "tooLong" ? null : note).catch((error) =>
      logger.warn(
        { event: "voice_description_failed", err: error, messageId },
        "Recording's duration or waveform is unknown; sending without them",
      ),
    );
  }
}
