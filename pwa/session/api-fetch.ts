import { refusal } from "./api-error.ts";
import { expireSession, refreshSession, send, sessionToken } from "./session.ts";

/**
 * A call as the signed-in user. A 403 is answered with one fresh bearer and one repetition, a 401 ends the session.
 * Throws ApiError on a refusal and NetworkError when there was no answer.
 */
export async function apiFetch(path: string, init: RequestInit = {}): Promise<Response> {
  const token = sessionToken();
  let response = await send(path, withBearer(init, token));
  if (response.status === 403 && token) {
    response = await send(path, withBearer(init, await freshToken(token)));
  }
  if (response.ok) return response;
  // Only the session that asked may be ended by the answer.
  if (response.status === 401 && sessionToken() !== null) expireSession();
  throw await refusal(response);
}

/** A call that changes something, with what it says as JSON. */
export function apiSend(method: "POST" | "PUT" | "DELETE", path: string, body?: unknown): Promise<Response> {
  if (body === undefined) return apiFetch(path, { method });
  return apiFetch(path, { method, headers: { "content-type": "application/json" }, body: JSON.stringify(body) });
}

/** Another call, or another tab, may have got a new one meanwhile. */
async function freshToken(refused: string): Promise<string> {
  const present = sessionToken();
  return present !== null && present !== refused ? present : refreshSession();
}

function withBearer(init: RequestInit, token: string | null): RequestInit {
  const headers = new Headers(init.headers);
  if (token) headers.set("authorization", `Bearer ${token}`);
  return { ...init, headers };
}
