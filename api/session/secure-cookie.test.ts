import { expect, test } from "vitest";
import { givenCompany } from "../../db/testing/given.ts";
import { givenApp, givenPassword, givenSignedIn, json } from "../testing/given-app.ts";
import { givenLive } from "../testing/given-live.ts";

const publicUrl = "https://desk.example";

test("over https no other host of the domain can set the session's cookie", async () => {
  const given = await givenApp({ publicUrl });
  const { ana } = await givenCompany();
  const answer = await given.app.request("/auth/login", json("POST", await givenPassword(ana)));
  const [cookie = ""] = answer.headers.getSetCookie();
  expect(cookie).toMatch(/^__Host-balcao_session=[a-z0-9]+;/);
  expect(cookie).toContain("Secure");
  expect(cookie).toContain("Path=/");
  expect(cookie).not.toContain("Domain");
  const ended = await given.app.request("/auth/logout", { method: "DELETE", headers: { cookie } });
  expect(ended.headers.getSetCookie()[0]).toMatch(/^__Host-balcao_session=;.*Max-Age=0/);
});

test("a session from before the cookie's prefix continues under the new name", async () => {
  const { ana } = await givenCompany();
  const before = await givenSignedIn(await givenApp(), ana);
  expect(before.cookie).toMatch(/^balcao_session=/);
  const given = await givenApp({ publicUrl });
  const refresh = (cookie: string) => given.app.request("/auth/refresh_token", { method: "POST", headers: { cookie } });
  const answer = await refresh(before.cookie);
  expect(answer.status).toBe(200);
  const [gone = "", kept = ""] = answer.headers.getSetCookie();
  expect(gone).toMatch(/^balcao_session=;.*Max-Age=0/);
  expect(kept).toMatch(/^__Host-balcao_session=/);
  const again = await refresh(kept.split(";")[0] ?? "");
  expect([again.status, again.headers.getSetCookie()]).toEqual([200, []]);
  // A site that can set only the unprefixed name must not replace the prefixed session.
  const forged = await refresh(`balcao_session=forged; ${kept.split(";")[0]}`);
  expect(forged.status).toBe(200);
});

test("Strict-Transport-Security is sent only when the desk is reached by https", async () => {
  const header = async (config: Parameters<typeof givenApp>[0]) =>
    (await (await givenApp(config)).app.request("/health")).headers.get("Strict-Transport-Security");
  expect(await header({ publicUrl })).toBe("max-age=31536000");
  expect(await header({ publicUrl: "http://127.0.0.1:3000" })).toBeNull();
});

test("the live channel's responses and refusals have the same security headers", async () => {
  const given = await givenLive({ publicUrl });
  for (const query of ["EIO=4&transport=polling", "EIO=4&transport=nonsense"]) {
    const { headers } = await fetch(`${given.url}/socket.io/?${query}`);
    expect(headers.get("Content-Security-Policy")).toContain("default-src 'self'");
    expect(headers.get("X-Content-Type-Options")).toBe("nosniff");
    expect(headers.get("X-Frame-Options")).toBe("DENY");
    expect(headers.get("Strict-Transport-Security")).toBe("max-age=31536000");
  }
  await given.stop();
});
