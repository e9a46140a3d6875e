/** The device could not store a file's message. `sent`: how many files before it were stored. */
export class NotAllSent extends Error {
  readonly sent: number;
  constructor(sent: number, cause: unknown) {
    super("the message of a file could not be stored", { cause });
    this.sent = sent;
  }
}
