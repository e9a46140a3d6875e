import type { ErrorCode } from "../../sync/contracts/errors.ts";

/** The numbers of Meta's that say a token is worth nothing: expired, revoked, the password or the app gone. */
const TOKEN_CODES = new Set([102, 190, 463, 467]);
/** Throttled, or trouble of theirs: the same call may work later. */
const PASSING_CODES = new Set([1, 2, 4, 17, 32, 341, 613]);

/** What Meta answered in place of what was asked; code 0: it did not answer, or not in its own words. */
export class GraphError extends Error {
  readonly code: number;
  readonly subcode: number | null;

  /** Neither address nor token: this is logged. */
  constructor(code: number, subcode: number | null = null) {
    super(`the Graph API refused with code ${code}${subcode === null ? "" : `, subcode ${subcode}`}`);
    this.name = "GraphError";
    this.code = code;
    this.subcode = subcode;
  }

  get isPassing(): boolean {
    return this.code === 0 || PASSING_CODES.has(this.code);
  }

  /** What people are told of it. */
  get reason(): ErrorCode {
    if (this.isPassing) return "ERR_META_UNREACHABLE";
    if (TOKEN_CODES.has(this.code)) return "ERR_META_TOKEN_EXPIRED";
    return "ERR_META_NO_PERMISSION";
  }
}
