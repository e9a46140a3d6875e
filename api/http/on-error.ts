import type { Context, ErrorHandler } from "hono";
import { HTTPException } from "hono/http-exception";
import { matchedRoutes } from "hono/route";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import { DomainError } from "../../contracts/domain-error.ts";
import { type ErrorCode, isSpecified } from "../../contracts/errors.ts";
import type { Language } from "../../contracts/languages.ts";
import { isDatabaseAway, isStatementTimeout } from "../../db/index.ts";
import { errorSentence } from "../../domain/ground/texts/index.ts";
import { preferredLanguage } from "../session/preferred-language.ts";
import type { AppEnv } from "./app-env.ts";

/** A restarted database is usually back within a few seconds. */
const RETRY_AFTER_SECONDS = 5;

/**
 * Body of every refusal. `error`: the code, if it is one of the specification, otherwise a sentence in the company's
 * language, which clients of this family show as it is. `code`: the code, for programs.
 */
export type ErrorBody = {
  error: string;
  code: ErrorCode;
  fields?: Record<string, string[]>;
  details?: Record<string, unknown>;
};

/** HTTP status of each code. Clients sign out on 401 and refresh once on 403, so no other refusal may use these. */
export const errorStatuses: Record<ErrorCode, ContentfulStatusCode> = {
  ERR_NO_OTHER_WHATSAPP: 400,
  ERR_NO_DEF_WAPP_FOUND: 400,
  ERR_WAPP_NOT_INITIALIZED: 400,
  ERR_WAPP_CHECK_CONTACT: 400,
  ERR_WAPP_INVALID_CONTACT: 400,
  ERR_WAPP_DOWNLOAD_MEDIA: 400,
  ERR_INVALID_CREDENTIALS: 401,
  ERR_SENDING_WAPP_MSG: 400,
  ERR_DELETE_WAPP_MSG: 400,
  ERR_OTHER_OPEN_TICKET: 400,
  ERR_SESSION_EXPIRED: 401,
  ERR_USER_CREATION_DISABLED: 400,
  ERR_NO_PERMISSION: 403,
  ERR_DUPLICATED_CONTACT: 400,
  ERR_NO_SETTING_FOUND: 404,
  ERR_NO_CONTACT_FOUND: 404,
  ERR_NO_TICKET_FOUND: 404,
  ERR_NO_USER_FOUND: 404,
  ERR_NO_WAPP_FOUND: 404,
  ERR_CREATING_MESSAGE: 400,
  ERR_CREATING_TICKET: 400,
  ERR_FETCH_WAPP_MSG: 400,
  ERR_QUEUE_COLOR_ALREADY_EXISTS: 400,
  ERR_WAPP_GREETING_REQUIRED: 400,
  "Facebook page not found": 400,
  UNAUTHORIZED: 400,
  ERR_VALIDATION: 400,
  ERR_MALFORMED_JSON: 400,
  ERR_NOT_FOUND: 404,
  ERR_INTERNAL: 500,
  ERR_UNAVAILABLE: 503,
  ERR_TOO_SLOW: 503,
  ERR_TOO_MANY_SEARCHES: 429,
  ERR_TOO_MANY_ATTEMPTS: 429,
  ERR_SUBSCRIPTION_EXPIRED: 400,
  ERR_COMPANY_INACTIVE: 400,
  ERR_TOKEN_EXPIRED: 403,
  ERR_TICKET_NOT_PENDING: 409,
  ERR_TRANSFER_TAKEN: 409,
  ERR_TICKET_NOT_OPEN: 409,
  ERR_TICKET_NOT_CLOSED: 409,
  ERR_TICKET_CLOSED: 409,
  ERR_AGENT_NOT_IN_QUEUE: 409,
  ERR_NO_MESSAGE_FOUND: 404,
  ERR_NO_QUEUE_FOUND: 404,
  ERR_QUEUE_NAME_ALREADY_EXISTS: 400,
  ERR_QUEUE_INVALID_NAME: 400,
  ERR_QUEUE_INVALID_COLOR: 400,
  ERR_QUEUE_REDIRECTED_TO: 409,
  ERR_NO_QUEUE_OPTION_FOUND: 404,
  ERR_LAST_ADMIN: 409,
  ERR_NO_SESSION_FOUND: 404,
  ERR_NO_COMPANY_FOUND: 404,
  ERR_NO_TAG_FOUND: 404,
  ERR_NO_NOTE_FOUND: 404,
  ERR_TAG_NAME_TAKEN: 400,
  ERR_TAG_NOT_KANBAN: 400,
  ERR_NO_QUICK_MESSAGE_FOUND: 404,
  ERR_NO_SCHEDULE_FOUND: 404,
  ERR_SCHEDULE_SENT: 409,
  ERR_SCHEDULE_TOO_LATE: 400,
  ERR_NO_FILE_FOUND: 404,
  ERR_REPLY_HELD: 409,
  ERR_EDIT_CONFLICT: 409,
  ERR_MESSAGE_EMPTY: 400,
  ERR_MESSAGE_NOT_FAILED: 409,
  ERR_MESSAGE_NOT_FORWARDABLE: 400,
  ERR_MESSAGE_NOT_REACTABLE: 400,
  ERR_MESSAGE_NOT_EDITABLE: 400,
  ERR_EDIT_TOO_LATE: 400,
  ERR_CHANNEL_WITHOUT_KIND: 400,
  ERR_FILE_TOO_LARGE: 413,
  ERR_BODY_TOO_LARGE: 413,
  ERR_FILE_TYPE: 415,
  ERR_UPLOAD_MISMATCH: 400,
  ERR_TOO_MANY_UPLOADS: 429,
  ERR_NO_SPACE: 507,
  ERR_VOICE_TOO_LONG: 400,
  ERR_UNKNOWN_COMMAND: 400,
  ERR_SCOPE_CHANGED: 409,
  ERR_CHECKPOINT_TOO_OLD: 410,
  ERR_WAPP_NAME_TAKEN: 400,
  ERR_WAPP_LOGGED_OUT: 400,
  ERR_WAPP_MISMATCH: 400,
  ERR_WAPP_REPLACED: 400,
  ERR_WAPP_BANNED: 400,
  ERR_WAPP_OUTDATED: 400,
  ERR_WAPP_PASSKEY: 400,
  ERR_WAPP_QR_EXPIRED: 400,
  ERR_WAPP_REACHOUT_LIMIT: 400,
  ERR_META_NOT_SET_UP: 400,
  ERR_META_LOGIN: 400,
  ERR_META_NO_INSTAGRAM: 400,
  ERR_META_PAGE_ELSEWHERE: 409,
  ERR_META_TOKEN_EXPIRED: 400,
  ERR_META_NO_PERMISSION: 400,
  ERR_META_UNREACHABLE: 400,
  ERR_META_LINK_AGAIN: 400,
  ERR_NO_IMPORT_FOUND: 404,
  ERR_IMPORT_UNREADABLE: 400,
  ERR_IMPORT_MACROS: 400,
  ERR_IMPORT_TOO_LARGE: 413,
  ERR_IMPORT_EMPTY: 400,
  ERR_IMPORT_STEP: 409,
  ERR_NO_MERGE_FOUND: 404,
  ERR_MERGE_NOT_LAST: 409,
  ERR_MERGE_GROUP: 400,
  ERR_UNKNOWN_TOKEN: 401,
  ERR_KEY_REUSED: 422,
  ERR_CHANNEL_WITHOUT_NUMBERS: 400,
  ERR_WINDOW_CLOSED: 409,
  ERR_PERSON_UNAVAILABLE: 400,
  ERR_CHANNEL_REFUSED: 400,
  ERR_CHANNEL_CANNOT_TAKE_BACK: 400,
  ERR_WRONG_PASSWORD: 400,
  ERR_CAMPAIGNS_DISABLED: 404,
  ERR_NO_CAMPAIGN_FOUND: 404,
  ERR_CAMPAIGN_STATE: 400,
  ERR_CAMPAIGN_INCOMPLETE: 400,
  ERR_CAMPAIGN_VARIABLE: 400,
  ERR_CAMPAIGN_NO_RECIPIENTS: 400,
  ERR_CAMPAIGN_TOO_LATE: 409,
  ERR_CAMPAIGN_NOT_FUTURE: 400,
  ERR_CAMPAIGN_NOT_CONFIRMED: 400,
  ERR_NO_CONTACT_LIST_FOUND: 404,
  ERR_NO_CONTACT_LIST_ITEM_FOUND: 404,
  ERR_CONTACT_LIST_USED: 409,
  ERR_DUPLICATED_LIST_ITEM: 400,
  ERR_OPTED_OUT: 409,
  ERR_NO_PLAN_FOUND: 404,
  ERR_PLAN_NAME_TAKEN: 400,
  ERR_PLAN_USED: 400,
  ERR_PLAN_TOO_SMALL: 400,
  ERR_PLAN_LIMIT_USERS: 400,
  ERR_PLAN_LIMIT_CONNECTIONS: 400,
  ERR_PLAN_LIMIT_QUEUES: 400,
  ERR_PLAN_LIMIT_STORAGE: 400,
  ERR_OTHERS_SIGN_IN: 400,
  ERR_OWN_COMPANY: 400,
  ERR_COMPANY_NAME: 400,
  ERR_SIGNUP_DISABLED: 404,
  ERR_RESET_CODE: 400,
  ERR_SIGN_UP_CODE: 400,
  ERR_SIGN_UP_CODE_EXPIRED: 400,
  ERR_SIGN_UP_CODE_LOCKED: 429,
  ERR_SIGN_UP_PROOF: 400,
  ERR_SIGN_UP_LINK: 400,
  ERR_NO_HELP_FOUND: 404,
  ERR_NO_ANNOUNCEMENT_FOUND: 404,
  ERR_NO_INVOICE_FOUND: 404,
  ERR_INVOICE_STATE: 409,
  ERR_NO_UPGRADE: 409,
  ERR_NO_PAYMENT_OPTION: 503,
  ERR_WEBHOOK_REFUSED: 400,
  ERR_NO_PAYMENT_EVENT_FOUND: 404,
  ERR_CHAT_WITHOUT_MEMBERS: 400,
  ERR_CHAT_FULL: 400,
  ERR_AI_OFF: 409,
  ERR_AI_NOT_SET_UP: 409,
  ERR_AI_LIMIT: 429,
  ERR_AI_KEY: 502,
  ERR_AI_BUSY: 503,
  ERR_AI_REFUSED: 502,
  ERR_AI_UNREACHABLE: 502,
  ERR_AI_TIMEOUT: 504,
  ERR_AI_STOPPED: 409,
  ERR_NO_MAIL_FOUND: 404,
  ERR_MAIL_STATE: 409,
  ERR_MAIL_NOT_FUTURE: 400,
  ERR_MAIL_NOT_SET_UP: 400,
};

/** A body or query of the wrong shape; `fields` names each field and the reason. */
export class ValidationError extends DomainError {
  constructor(fields: Record<string, string[]>) {
    super("ERR_VALIDATION", { fields });
  }
}

export function refuse(c: Context, code: ErrorCode, extra: Omit<ErrorBody, "error" | "code"> = {}): Response {
  return c.json(refusalBody(c, code, extra), errorStatuses[code]);
}

export function refusalBody(c: Context, code: ErrorCode, extra: Omit<ErrorBody, "error" | "code"> = {}): ErrorBody {
  const error = isSpecified(code) ? code : errorSentence(code, languageOf(c), extra.details);
  return { error, code, ...extra };
}

/** The company's language; without a session, the browser's. */
function languageOf(c: Context): Language {
  const { signedIn } = c.var as Partial<AppEnv["Variables"]>;
  return signedIn?.language ?? preferredLanguage(c.req.header("Accept-Language"));
}

/** Refuses a body without reading the rest, and closes the connection: no further request can follow on it. */
export function refuseBody(c: Context): Response {
  c.header("Connection", "close");
  return refuse(c, "ERR_BODY_TOO_LARGE");
}

/**
 * Answers an error of a route. Whether the body or the query has the right shape is of no interest to somebody without a
 * session or the route's permission: these refusals come first.
 */
export const onError: ErrorHandler<AppEnv> = async (error, c) => answerError(await refuseBeforeShape(error, c), c);

async function refuseBeforeShape(error: Error, c: Context<AppEnv>): Promise<Error> {
  const isOfShape =
    error instanceof DomainError
      ? error.code === "ERR_VALIDATION" || error.code === "ERR_MALFORMED_JSON"
      : error instanceof HTTPException && error.status < 500 && error.status !== 413;
  const { read, person, required } = c.var as Partial<AppEnv["Variables"]>;
  if (!isOfShape || !read || !person) return error;
  try {
    if (required) await read(async (ctx) => required(ctx, (name) => c.req.param(name)));
    else await person();
    return error;
  } catch (refusal) {
    if (refusal instanceof Error) return refusal;
    throw refusal;
  }
}

const answerError = (error: Error, c: Context<AppEnv>): Response => {
  if (error instanceof DomainError && error.code === "ERR_VALIDATION") {
    return refuse(c, error.code, { fields: fieldsIn(error.details) });
  }
  if (error instanceof DomainError) {
    const retryAfter = error.details.retryAfterSeconds;
    if (typeof retryAfter === "number") c.header("Retry-After", String(retryAfter));
    return refuse(c, error.code, Object.keys(error.details).length > 0 ? { details: error.details } : {});
  }
  if (error instanceof HTTPException) {
    if (error.status === 413) return refuseBody(c);
    if (error.message.startsWith("Malformed JSON")) return refuse(c, "ERR_MALFORMED_JSON");
    if (error.status < 500) return refuse(c, "ERR_VALIDATION", { fields: { body: [error.message] } });
  }
  if (isDatabaseAway(error)) {
    c.var.log.error({ event: "database_unavailable", err: error }, "Database unavailable; request answered 503");
    c.header("Retry-After", String(RETRY_AFTER_SECONDS));
    return refuse(c, "ERR_UNAVAILABLE");
  }
  if (isStatementTimeout(error)) {
    const route = matchedRoutes(c).find(({ path }) => !path.includes("*"))?.path ?? "*";
    c.var.log.error({ event: "statement_timeout", route, err: error }, "Statement cancelled after its time limit");
    c.header("Retry-After", String(RETRY_AFTER_SECONDS));
    return refuse(c, "ERR_TOO_SLOW");
  }
  // A defect or a failed dependency: the log has it under the request's id, the response contains no details.
  c.var.log.error({ event: "request_failed", err: error }, "Request failed with an unexpected error");
  return refuse(c, "ERR_INTERNAL", { details: { requestId: c.var.requestId } });
};

/** Normalizes `fields`: a verb gives one word per field, a schema gives a list of sentences. */
function fieldsIn({ fields }: Record<string, unknown>): Record<string, string[]> {
  const named = typeof fields === "object" && fields !== null ? Object.entries(fields) : [];
  return Object.fromEntries(
    named.map(([name, what]) => [name, Array.isArray(what) ? what.map(String) : [String(what)]]),
  );
}
