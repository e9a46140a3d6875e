import type { ConnectionReason } from "../../contracts/desk/connections.ts";
import type { ErrorCode } from "../../contracts/errors.ts";

/** Meta's codes for an invalid token: expired, revoked, password or app changed. */
const TOKEN_CODES = new Set([102, 190, 463, 467]);
/** The same call may succeed later. */
const THROTTLED_CODES = new Set([4, 17, 32, 341, 613, 80_001, 80_002, 80_006]);
/** No response, or an error during processing: it is unknown whether the call took effect. */
const UNCERTAIN_CODES = new Set([0, 1, 2]);
const UNAVAILABLE_CODES = new Set([551]);
const UNAVAILABLE_SUBCODES = new Set([1_545_041, 2_018_001, 2_534_014]);
const WINDOW_SUBCODES = new Set([2_018_278, 2_534_022]);

/** An error answer of Meta; code 0: no answer, or not a Graph API answer. */
export class GraphError extends Error {
  readonly code: number;
  readonly subcode: number | null;

  /** Contains neither address nor token, because it is logged. */
  constructor(code: number, subcode: number | null = null) {
    super(`the Graph API refused with code ${code}${subcode === null ? "" : `, subcode ${subcode}`}`);
    this.name = "GraphError";
    this.code = code;
    this.subcode = subcode;
  }

  get isPassing(): boolean {
    return this.isUncertain || this.isThrottled;
  }

  get isUncertain(): boolean {
    return UNCERTAIN_CODES.has(this.code);
  }

  get isThrottled(): boolean {
    return THROTTLED_CODES.has(this.code);
  }

  get isTokenEnded(): boolean {
    return TOKEN_CODES.has(this.code);
  }

  /** The reason shown to users. */
  get reason(): ConnectionReason {
    if (this.isPassing) return "ERR_META_UNREACHABLE";
    if (this.isTokenEnded) return "ERR_META_TOKEN_EXPIRED";
    return "ERR_META_NO_PERMISSION";
  }

  /** The reason shown for a refused message. */
  get sendingProblem(): ErrorCode {
    const subcode = this.subcode ?? 0;
    if (WINDOW_SUBCODES.has(subcode)) return "ERR_WINDOW_CLOSED";
    if (UNAVAILABLE_CODES.has(this.code) || UNAVAILABLE_SUBCODES.has(subcode)) return "ERR_PERSON_UNAVAILABLE";
    return "ERR_CHANNEL_REFUSED";
  }
}
