import * as v from "valibot";
import { ExternalAnswer } from "../../../contracts/desk/external-sending.ts";
import { isErrorCode } from "../../../contracts/errors.ts";
import { errorMessage } from "../../i18n/error-message.ts";
import { m } from "../../i18n/paraglide/messages.js";
import { ApiError, NetworkError, refusal } from "../../session/api-error.ts";
import { failureText } from "../../session/failure-text.ts";

export const SEND_PATH = "/api/messages/send";

/** The token to send with and the number to send to. */
export type Receiver = { token: string; number: string };
export type TestContent = { body: string; file: File | null };

/** Returns whether a header can contain the token: with any other character it is invalid for every client. */
export const canBeSent = (token: string): boolean => /^[\x21-\x7e]+$/.test(token);

/** Sends as any other program would, without the user's session: a refused token must not end it. */
export async function sendTest(receiver: Receiver, content: TestContent, key: string): Promise<ExternalAnswer> {
  const { body, type } = bodyOf(receiver.number.trim(), content);
  const headers = { authorization: `Bearer ${receiver.token.trim()}`, "idempotency-key": key, ...type };
  let response: Response;
  try {
    response = await fetch(SEND_PATH, { method: "POST", credentials: "omit", headers, body });
  } catch (error) {
    throw new NetworkError(error);
  }
  if (!response.ok) throw await refusal(response);
  return v.parse(ExternalAnswer, await response.json());
}

function bodyOf(number: string, { body, file }: TestContent): { body: BodyInit; type: Record<string, string> } {
  if (!file) return { body: JSON.stringify({ number, body }), type: { "content-type": "application/json" } };
  const form = new FormData();
  form.set("number", number);
  form.set("body", body || file.name);
  form.set("medias", file);
  return { body: form, type: {} };
}

/** Returns why the test was not sent: a sentence, what an integrator's program would receive, and how long to wait. */
export function whyNot(error: unknown): string {
  if (!(error instanceof ApiError)) return failureText(error);
  const { code: named } = error.details;
  const code = isErrorCode(named) ? named : error.code;
  const reason = `${errorMessage(code)} (${error.status}, ${code})`;
  const wait = error.retryAfterSeconds === null ? "" : ` ${m.messages_api_wait({ seconds: error.retryAfterSeconds })}`;
  return m.messages_api_failed({ reason }) + wait;
}
