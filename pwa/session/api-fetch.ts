import { refusal } from "./api-error.ts";
import { type Bearer, refreshSession, renewSession, send, sessionBearer } from "./session.ts";

/**
 * A call as the signed-in user. A bearer that is refused is answered with one fresh one and one repetition: whether the
 * session is over is for its cookie to say, which may be newer than the bearer. Throws ApiError on a refusal and
 * NetworkError when there was no answer.
 */
export async function apiFetch(path: string, init: RequestInit = {}): Promise<Response> {
  const asking = sessionBearer();
  const response = await send(path, withBearer(init, asking?.token));
  const isRefused = response.status === 401 || response.status === 403;
  const fresh = isRefused && asking ? await freshBearer(asking) : null;
  return accepted(fresh ? await send(path, withBearer(init, fresh)) : response);
}

/** A call that puts the session under another secret, as one's own new password does. */
export async function apiRenew(path: string, init: RequestInit): Promise<Response> {
  return accepted(await renewSession((bearer) => send(path, withBearer(init, bearer))));
}

async function accepted(response: Response): Promise<Response> {
  if (response.ok) return response;
  throw await refusal(response);
}

/** A call that changes something, with what it says as JSON. */
export function apiSend(method: "POST" | "PUT" | "DELETE", path: string, body?: unknown): Promise<Response> {
  return apiFetch(path, body === undefined ? { method } : asJson(method, body));
}

export function asJson(method: string, body: unknown): RequestInit {
  return { method, headers: { "content-type": "application/json" }, body: JSON.stringify(body) };
}

/**
 * Another call, or another tab, may have got a new one meanwhile. Null when whoever asked is not at the desk any more:
 * nobody repeats the call of another.
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
