import type { ErrorCode } from "../../sync/contracts/errors.ts";

/** A file that is not read, with the code that says why. */
export class Refused extends Error {
  readonly code: ErrorCode;
  constructor(code: ErrorCode, options?: ErrorOptions) {
    super(code, options);
    this.code = code;
  }
}
