import { inject } from "vitest";
import { password } from "./browser.ts";

/** Opens a client of the desk's HTTP API, as an integrator uses it. */
export async function restAs(email: string) {
  const url = inject("deskUrl");
  const answer = await fetch(`${url}/auth/login`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ email, password }),
  });
  const { token } = (await answer.json()) as { token: string };
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  /** `body`: is put there. */
  return async <T>(path: string, body?: object): Promise<T> => {
    const change = body && { method: "PUT", body: JSON.stringify(body) };
    const found = await fetch(`${url}${path}`, { headers, ...change });
    if (!found.ok) throw new Error(`${path}: ${found.status}`);
    return (await found.json()) as T;
  };
}
