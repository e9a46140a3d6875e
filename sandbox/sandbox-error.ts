import type { ContentfulStatusCode } from "hono/utils/http-status";

const STATUS = {
  ERR_VALIDATION: 400,
  ERR_MALFORMED_JSON: 400,
  ERR_WAPP_INVALID_CONTACT: 400,
  ERR_NOT_FOUND: 404,
  ERR_NO_WAPP_FOUND: 404,
  ERR_NO_MESSAGE_FOUND: 404,
  ERR_NO_FILE_FOUND: 404,
  ERR_NO_QRCODE: 409,
  ERR_WAPP_NOT_INITIALIZED: 409,
  ERR_PAYMENT_NOT_POSSIBLE: 409,
  ERR_BODY_TOO_LARGE: 413,
} as const satisfies Record<string, ContentfulStatusCode>;

export type SandboxErrorCode = keyof typeof STATUS;

/** A request of the sandbox's user that cannot be fulfilled. */
export class SandboxError extends Error {
  readonly code: SandboxErrorCode;
  readonly status: ContentfulStatusCode;

  constructor(code: SandboxErrorCode) {
    super(code);
    this.code = code;
    this.status = STATUS[code];
  }
}
