import { type Context as Call, Hono } from "hono";
import { describeRoute, resolver } from "hono-openapi";
import type { Logger } from "pino";
import * as v from "valibot";
import {
  CALLS_PER_MINUTE,
  ExternalAnswer,
  ExternalText,
  KEY_DAYS,
  LONGEST_KEY,
  MAX_FILES,
} from "../../contracts/desk/external-sending.ts";
import { DomainError } from "../../contracts/domain-error.ts";
import { storable } from "../../contracts/storable.ts";
import type { Database, Sequencer } from "../../db/index.ts";
import { type ExternalFile, sendExternally } from "../../domain/desk/external-sending/index.ts";
import type { FileStore } from "../../outside/file-store/index.ts";
import type { AppEnv } from "../http/app-env.ts";
import { onError, ValidationError } from "../http/on-error.ts";
import { declaredAnswers, schemaOptions } from "../http/reference/describe.ts";
import { validated } from "../http/validate.ts";
import { mediasOf, readForm } from "../uploads/received-files.ts";
import { ExternalSendAnswer } from "./answers.ts";
import { requireToken } from "./require-token.ts";

type Deps = { database: Database; sequencer: Sequencer; fileStore: FileStore; trustsProxy: boolean };

/** Text that clients of this family read in place of a code; the code is in `details`. */
const NOT_ALLOWED = "Acesso não permitido";

export function externalSendingRoutes({ database, sequencer, fileStore, trustsProxy }: Deps) {
  async function send(c: Call<AppEnv>, text: ExternalText, files: ExternalFile[]) {
    const { companyId, connectionId } = c.var.sender;
    const wanted = { ...text, connectionId, files, key: keyOf(c) };
    const answer = await database.company(companyId, (db) =>
      sendExternally({ db, companyId, now: new Date() }, fileStore, wanted),
    );
    await sequencer.run(companyId);
    // Parsed in the schema's order, so that a stored answer equals the first one to the byte.
    return c.json(v.parse(ExternalAnswer, answer));
  }

  return new Hono<AppEnv>()
    .onError((error, c) => {
      if (!(error instanceof DomainError) || error.code !== "ERR_UNKNOWN_TOKEN") return onError(error, c);
      c.header("WWW-Authenticate", "Bearer");
      return c.json({ error: NOT_ALLOWED, code: error.code, details: { code: error.code } }, 401);
    })
    .post(
      "/api/messages/send",
      description,
      requireToken({ database, trustsProxy }),
      async (c, next) => {
        if (!c.req.header("Content-Type")?.startsWith("multipart/form-data")) return next();
        const form = await readForm(c.req);
        return send(c, textOf(form), await filesOf(form, c.var.log));
      },
      validated("json", ExternalText),
      (c) => send(c, c.req.valid("json"), []),
    );
}

function keyOf(c: Call<AppEnv>): string | null {
  const key = c.req.header("Idempotency-Key")?.trim();
  if (key === undefined) return null;
  if (key === "" || key.length > LONGEST_KEY || key !== storable(key))
    throw new ValidationError({ "Idempotency-Key": [`1 to ${LONGEST_KEY} characters`] });
  return key;
}

function textOf(form: FormData): ExternalText {
  const [number, body] = [form.get("number"), form.get("body")].map((value) => value ?? undefined);
  const marketing = form.get("marketing") === "true";
  const text = v.safeParse(ExternalText, storable({ number, body: body ?? "", marketing }));
  if (!text.success) throw new ValidationError(v.flatten<typeof ExternalText>(text.issues).nested ?? {});
  return text.output;
}

async function filesOf(form: FormData, log: Logger): Promise<ExternalFile[]> {
  if (form.getAll("medias").length > MAX_FILES) throw new ValidationError({ medias: [`at most ${MAX_FILES} files`] });
  return mediasOf(form, log);
}

const refusal = (description: string) => ({ description: `{ error, code }. ${description}` });

const description = describeRoute({
  tags: ["external sending"],
  summary: `Send a text (JSON) or files (multipart) over a connection, with that connection's token as bearer; at most ${CALLS_PER_MINUTE} calls per minute`,
  description: `The message is stored and sent in order over the token's connection; while the connection is down, it waits. It is added to the contact's open ticket on that connection, or else to the latest one, which stays closed. A contact is created for an unknown number. A request that repeats an Idempotency-Key and its content within ${KEY_DAYS} days is not sent again and gets the first response, also when that response was lost.`,
  parameters: [
    {
      in: "header",
      name: "Idempotency-Key",
      required: false,
      description: "An id that you choose for this message, for retries",
      schema: { type: "string", minLength: 1, maxLength: LONGEST_KEY },
    },
  ],
  requestBody: {
    content: {
      "multipart/form-data": {
        schema: {
          type: "object",
          required: ["number", "medias"],
          properties: {
            number: { type: "string" },
            body: { type: "string", description: "The caption of the files; a file name is not used as a caption" },
            marketing: {
              type: "boolean",
              description: "Advertising: refused with ERR_OPTED_OUT when the person opted out of campaigns",
            },
            medias: { type: "array", maxItems: MAX_FILES, items: { type: "string", format: "binary" } },
          },
        },
      },
    },
  },
  responses: {
    200: {
      description: "The message is stored and will be sent; the response has the messages' ids",
      content: { "application/json": { schema: resolver(ExternalSendAnswer, schemaOptions) } },
    },
    400: refusal(
      "ERR_VALIDATION (with `fields`), ERR_MALFORMED_JSON, ERR_WAPP_INVALID_CONTACT: the number does not exist, ERR_MESSAGE_EMPTY: no text and no file, ERR_CHANNEL_WITHOUT_NUMBERS, ERR_COMPANY_INACTIVE, ERR_SUBSCRIPTION_EXPIRED",
    ),
    401: {
      description: `{ error: "${NOT_ALLOWED}", code: "ERR_UNKNOWN_TOKEN", details: { code: "ERR_UNKNOWN_TOKEN" } }: the token is missing or unknown`,
    },
    409: refusal("ERR_OPTED_OUT: the message is marked as marketing, and the person opted out of campaigns"),
    413: refusal("ERR_FILE_TOO_LARGE, ERR_BODY_TOO_LARGE"),
    415: refusal("ERR_FILE_TYPE: the file is executable, or its content does not match its name"),
    422: refusal("ERR_KEY_REUSED: the key was used with other content"),
    429: refusal("ERR_TOO_MANY_ATTEMPTS: retry after the seconds in Retry-After"),
  },
});
declaredAnswers.set(description, { 200: ExternalSendAnswer });
