/** The device could not store a file's message. `sent`: how many files before it were stored. */
export class NotAllSent extends Error {
  readonly sent: number;
  constructor(sent: number, cause: unknown) {
    super("the message of a file could not be stored", { cause });
    this.sent = sent;
  }
}

/** Returns the text that stands in the field again: none when it is the caption of a file that was stored. */
export const textLeft = (text: string, isCaption: boolean, error: unknown): string =>
  isCaption && error instanceof NotAllSent && error.sent > 0 ? "" : text;
