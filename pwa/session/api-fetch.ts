import { refusal } from "./api-error.ts";
import { type Bearer, refreshSession, renewSession, send, sessionBearer } from "./session.ts";

/**
 * Sends a request as the signed-in user. A refused bearer token (401 or 403) is renewed and the request retried once:
 * the session's cookie may be newer than the token, so it decides whether the session has ended. Throws ApiError on a
 * refusal and NetworkError without a response.
 */
export async function apiFetch(path: string, init: RequestInit = {}): Promise<Response> {
  const asking = sessionBearer();
  const response = await send(path, withBearer(init, asking?.token));
  const isRefused = response.status === 401 || response.status === 403;
  const fresh = isRefused && asking ? await freshBearer(asking) : null;
  return accepted(fresh ? await send(path, withBearer(init, fresh)) : response);
}

/** Sends a request that changes the session's secret, such as a change of the user's own password. */
export async function apiRenew(path: string, init: RequestInit): Promise<Response> {
  return accepted(await renewSession((bearer) => send(path, withBearer(init, bearer))));
}

async function accepted(response: Response): Promise<Response> {
  if (response.ok) return response;
  throw await refusal(response);
}

/** Sends a changing request with a JSON body. */
export function apiSend(method: "POST" | "PUT" | "DELETE", path: string, body?: unknown): Promise<Response> {
  return apiFetch(path, body === undefined ? { method } : asJson(method, body));
}

export function asJson(method: string, body: unknown): RequestInit {
  return { method, headers: { "content-type": "application/json" }, body: JSON.stringify(body) };
}

/**
 * Returns a newer bearer token: one that another call or tab has already received, or a renewed one. Null when
 * another user is signed in now: a request is never repeated in another user's name.
 */
async function freshBearer(refused: Bearer): Promise<string | null> {
  const isTheirs = () => sessionBearer()?.userId === refused.userId;
  if (!isTheirs()) return null;
  const present = sessionBearer()?.token;
  const fresh = present && present !== refused.token ? present : await refreshSession();
  return isTheirs() ? fresh : null;
}

function withBearer(init: RequestInit, token: string | undefined): RequestInit {
  const headers = new Headers(init.headers);
  if (token) headers.set("authorization", `Bearer ${token}`);
  return { ...init, headers };
}
