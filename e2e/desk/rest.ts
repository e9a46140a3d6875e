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
  return async <T>(path: string): Promise<T> => {
    const found = await fetch(`${url}${path}`, { headers: { authorization: `Bearer ${token}` } });
    if (!found.ok) throw new Error(`${path}: ${found.status}`);
    return (await found.json()) as T;
  };
}
