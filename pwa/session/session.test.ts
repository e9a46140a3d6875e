import { expect, test, vi } from "vitest";
import { testTime } from "../../contracts/testing/clock.ts";
import { latency } from "../../contracts/testing/latency.ts";
import { givenBrowser, type Reply, type Seen, someUser } from "./testing/given-browser.ts";

/** Databases are deleted and sealed in sync/client/leave-device.test.ts. */
const settleLeaving = vi.hoisted(() => vi.fn());
vi.mock("./settle-leaving.ts", () => ({ settleLeaving }));

const user = someUser();
const owner = { companyId: user.companyId, id: user.id };
const signInAnswer: Reply = { status: 200, body: { token: "first", user, unsentKey: "key", otherUnsentKey: "former" } };
const ok: Reply = { status: 200, body: {} };

async function givenSignedIn(answer: (request: Seen) => Reply | Promise<Reply>) {
  const browser = await givenBrowser((request) => (request.path === "/auth/login" ? signInAnswer : answer(request)));
  const page = await browser.startPage();
  await page.signIn("marina@example.com", "secret");
  browser.seen.length = 0;
  return { ...browser, ...page };
}

test("session: signing in stores the specification's keys, and the user for opening offline", async () => {
  const { localStorage, session, startPage } = await givenSignedIn(() => ok);
  expect(session.get().user?.name).toBe("Marina Duarte");
  expect(localStorage.getItem("token")).toBe("first");
  expect(localStorage.getItem("companyId")).toBe("company-1");
  expect(localStorage.getItem("userId")).toBe("user-1");
  expect(localStorage.getItem("companyDueDate")).toBe("2026-12-18T12:00:00.000Z");
  expect(localStorage.getItem("cshow")).toBe("true");

  const nextPage = await startPage();
  expect(nextPage.session.get().user).toEqual(user);
});

test("session: a wrong password is refused and ends nothing", async () => {
  const { startPage } = await givenBrowser(() => ({ status: 401, body: { error: "ERR_INVALID_CREDENTIALS" } }));
  const page = await startPage();
  await expect(page.signIn("a@b.co", "x")).rejects.toMatchObject({ status: 401, code: "ERR_INVALID_CREDENTIALS" });
  expect(page.session.get()).toEqual({ user: null, ended: null });
});

test("session: an expired bearer token is renewed once, and the request retried with its body", async () => {
  const { apiFetch, seen, localStorage } = await givenSignedIn(({ path, bearer }) => {
    if (path === "/auth/refresh_token") return { status: 200, body: { token: "second", user } };
    return bearer === "second"
      ? { status: 200, body: { fine: true } }
      : { status: 403, body: { error: "ERR_TOKEN_EXPIRED" } };
  });
  const response = await apiFetch("/tickets", { method: "POST", body: "hello" });
  expect(await response.json()).toEqual({ fine: true });
  expect(seen.map(({ path, bearer, body }) => [path, bearer, body])).toEqual([
    ["/tickets", "first", "hello"],
    ["/auth/refresh_token", null, ""],
    ["/tickets", "second", "hello"],
  ]);
  expect(localStorage.getItem("token")).toBe("second");
});

test("session: requests refused at the same time share one renewal", async () => {
  const { apiFetch, seen } = await givenSignedIn(async ({ path, bearer }) => {
    if (path !== "/auth/refresh_token") return bearer === "second" ? ok : { status: 403, body: {} };
    await latency(20);
    return { status: 200, body: { token: "second", user } };
  });
  await Promise.all(["/a", "/b", "/c"].map((path) => apiFetch(path)));
  expect(seen.filter(({ path }) => path === "/auth/refresh_token")).toHaveLength(1);
});

test("session: a permission still missing after the renewal is a refusal, not a sign-out", async () => {
  const { apiFetch, session } = await givenSignedIn(({ path }) =>
    path === "/auth/refresh_token"
      ? { status: 200, body: { token: "second", user } }
      : { status: 403, body: { error: "ERR_NO_PERMISSION" } },
  );
  await expect(apiFetch("/users")).rejects.toMatchObject({ status: 403, code: "ERR_NO_PERMISSION" });
  expect(session.get().user).not.toBeNull();
});

/** Creates a server on which a new password invalidates the old secret before the new cookie arrives. */
function givenNewPassword() {
  const arrival = Promise.withResolvers<void>();
  let isCookieHere = false;
  let isOldDead = false;
  async function answer({ method, path, bearer }: Seen): Promise<Reply> {
    if (method === "PUT") {
      isOldDead = true;
      await arrival.promise;
      isCookieHere = true;
      return ok;
    }
    if (path === "/auth/refresh_token") {
      const isAlive = !isOldDead || isCookieHere;
      return isAlive
        ? { status: 200, body: { token: isOldDead ? "third" : "second", user } }
        : { status: 401, body: {} };
    }
    return isOldDead && bearer !== "third" ? { status: 401, body: {} } : ok;
  }
  return { answer, arrive: arrival.resolve, isOldDead: () => isOldDead };
}

/** Counts the renewals of the bearer that wait for the end of a change of the secret. */
async function waitingRenewals(): Promise<number> {
  const { pending = [] } = await navigator.locks.query();
  return pending.filter(({ name }) => name === "balcao-renewal").length;
}

test("session: a change of the own password does not end it, nor do requests in flight meanwhile", async () => {
  const { answer, arrive, isOldDead } = givenNewPassword();
  const { saveUser, apiFetch, refreshSession, session, localStorage } = await givenSignedIn(answer);
  const saving = saveUser(user.id, { password: "another" });
  await expect.poll(isOldDead).toBe(true);
  const fetched = apiFetch("/sync/tickets");
  await expect.poll(waitingRenewals).toBe(1);
  const asked = Promise.all([fetched, refreshSession()]);
  arrive();
  await Promise.all([saving, asked]);
  expect(session.get().user?.id).toBe(user.id);
  expect(localStorage.getItem("token")).toBe("third");
});

test("session: a change of the own password does not end it in another tab", async () => {
  const { answer, arrive, isOldDead } = givenNewPassword();
  const { saveUser, startPage } = await givenSignedIn(answer);
  const otherTab = await startPage();
  const saving = saveUser(user.id, { password: "another" });
  await expect.poll(isOldDead).toBe(true);
  const asked = otherTab.apiFetch("/sync/tickets");
  await expect.poll(waitingRenewals).toBe(1);
  arrive();
  await Promise.all([saving, asked]);
  expect(otherTab.session.get().user?.id).toBe(user.id);
});

test("session: a new password is saved when the renewal fails offline, and the next request renews", async () => {
  const { answer, arrive } = givenNewPassword();
  let isSaved = false;
  const browser = await givenSignedIn(async (request) => {
    isSaved ||= request.method === "PUT";
    if (request.method === "PUT") browser.cutNetwork();
    return answer(request);
  });
  arrive();
  await browser.saveUser(user.id, { password: "another" });
  expect(isSaved).toBe(true);
  expect(browser.localStorage.getItem("token")).toBe("second");
  browser.restoreNetwork();
  await browser.apiFetch("/sync/tickets");
  expect(browser.localStorage.getItem("token")).toBe("third");
});

test("session: a new password for an expired session ends it without waiting", async () => {
  let isOver = false;
  const { saveUser, session } = await givenSignedIn(({ method }) => {
    isOver ||= method === "PUT";
    return isOver ? { status: 401, body: {} } : { status: 200, body: { token: "second", user } };
  });
  await expect(saveUser(user.id, { password: "another" })).rejects.toMatchObject({ status: 401 });
  await expect.poll(() => session.get()).toEqual({ user: null, ended: "expired" });
});

test("session: a request of the previous user is not repeated for the next one", async () => {
  const other = someUser({ id: "user-2", name: "Rui" });
  const held = Promise.withResolvers<void>();
  const { apiFetch, signOut, signIn, seen } = await givenBrowser(async ({ path, bearer, body }) => {
    if (path === "/auth/login") {
      const isOther = body.includes("rui");
      return { status: 200, body: { token: isOther ? "theirs" : "first", user: isOther ? other : user } };
    }
    if (path !== "/sync/commands") return ok;
    if (bearer === "first") await held.promise;
    return { status: bearer === "theirs" ? 200 : 401, body: {} };
  }).then(async (browser) => ({ ...browser, ...(await browser.startPage()) }));
  await signIn("marina@example.com", "secret");
  const asked = apiFetch("/sync/commands", { method: "POST", body: "hers" }).catch((error: unknown) => error);
  await expect.poll(() => seen.some(({ path }) => path === "/sync/commands")).toBe(true);
  await signOut();
  await signIn("rui@example.com", "secret");
  held.resolve();
  expect(await asked).toMatchObject({ status: 401 });
  expect(seen.filter(({ bearer, path }) => bearer === "theirs" && path === "/sync/commands")).toEqual([]);
});

test("session: an expired one signs out, notifies listeners, and removes the token but not the preferences", async () => {
  const { apiFetch, session, onSignOut, localStorage } = await givenSignedIn(() => ({
    status: 401,
    body: { error: "ERR_SESSION_EXPIRED" },
  }));
  localStorage.setItem("signOption", "false");
  localStorage.setItem("tasks", "[1]");
  const told = vi.fn();
  onSignOut(told);
  await expect(apiFetch("/tickets")).rejects.toMatchObject({ status: 401 });
  await expect.poll(() => session.get()).toEqual({ user: null, ended: "expired" });
  expect(told).toHaveBeenCalledWith("expired");
  expect(localStorage.getItem("token")).toBeNull();
  expect(localStorage.getItem("companyId")).toBeNull();
  expect(localStorage.getItem("signOption")).toBe("false");
  expect(localStorage.getItem("tasks")).toBe("[1]");
});

test("session: the response that ends it does not wait for listeners that wait for this response", async () => {
  const { apiFetch, session, onSignOut } = await givenSignedIn(() => ({ status: 401, body: {} }));
  const asked = apiFetch("/sync/tickets").catch((error: unknown) => error);
  onSignOut(async () => void (await asked));
  expect(await asked).toMatchObject({ status: 401 });
  await expect.poll(() => session.get()).toEqual({ user: null, ended: "expired" });
});

test("session: a renewal that ends it does not wait for listeners that wait for the renewal", async () => {
  const { refreshSession, session, onSignOut } = await givenSignedIn(() => ({ status: 401, body: {} }));
  const asked = refreshSession().catch((error: unknown) => error);
  onSignOut(async () => void (await asked));
  expect(await asked).toMatchObject({ status: 401 });
  await expect.poll(() => session.get()).toEqual({ user: null, ended: "expired" });
});

test("session: a renewal without a response times out as a NetworkError, and the next one is sent again", async () => {
  let isDead = true;
  const { apiFetch, refreshSession, session } = await givenSignedIn(async ({ path, bearer }) => {
    if (path !== "/auth/refresh_token") return bearer === "second" ? ok : { status: 403, body: {} };
    if (isDead) await new Promise(() => {});
    return { status: 200, body: { token: "second", user } };
  });
  const patience = vi.spyOn(AbortSignal, "timeout").mockImplementation((ms) => {
    const giving = new AbortController();
    setTimeout(() => giving.abort(new DOMException("late", "TimeoutError")), ms / 400);
    return giving.signal;
  });
  const asked = await Promise.allSettled([apiFetch("/tickets"), refreshSession()]);
  patience.mockRestore();
  expect(asked.map((one) => one.status === "rejected" && one.reason.name)).toEqual(["NetworkError", "NetworkError"]);
  expect(session.get().user).not.toBeNull();
  isDead = false;
  expect((await apiFetch("/tickets")).ok).toBe(true);
});

test("session: a network error is no refusal and ends nothing", async () => {
  const { apiFetch, cutNetwork, session } = await givenSignedIn(() => ok);
  cutNetwork();
  const failure = await apiFetch("/tickets").catch((error: unknown) => error);
  expect(failure).toMatchObject({ name: "NetworkError" });
  expect(failure).not.toHaveProperty("status");
  expect(session.get().user).not.toBeNull();
});

test("session: signing out offline tells the server when the page next starts online", async () => {
  const { cutNetwork, restoreNetwork, seen, signOut, session, startPage } = await givenSignedIn(() => ok);
  cutNetwork();
  await signOut();
  expect(session.get()).toEqual({ user: null, ended: "signed-out" });
  expect(seen).toEqual([]);
  restoreNetwork();
  (await startPage()).startSession();
  await expect.poll(() => seen.map(({ method, path }) => `${method} ${path}`)).toEqual(["DELETE /auth/logout"]);
});

test("session: an account used elsewhere shows it for a second, then reloads the page signed out", async () => {
  const { endSession, session, reload, localStorage, startPage } = await givenSignedIn(() => ok);
  vi.useFakeTimers();
  const ending = endSession("elsewhere");
  expect(session.get()).toMatchObject({ user: { id: "user-1" }, ended: "elsewhere" });
  expect(reload).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1000);
  await ending;
  vi.useRealTimers();
  expect(localStorage.getItem("token")).toBeNull();
  expect(reload).toHaveBeenCalledOnce();
  expect((await startPage()).session.get()).toEqual({ user: null, ended: "elsewhere" });
});

test("session: a 401 in that second keeps the reason, and a second reload keeps it until the next sign-in", async () => {
  const { endSession, session, reload, startPage } = await givenSignedIn(() => ok);
  vi.useFakeTimers();
  const ending = endSession("elsewhere");
  await endSession("expired");
  expect(session.get()).toMatchObject({ user: { id: "user-1" }, ended: "elsewhere" });
  await vi.advanceTimersByTimeAsync(1000);
  await ending;
  vi.useRealTimers();
  expect(reload).toHaveBeenCalledOnce();
  await startPage();
  const again = await startPage();
  expect(again.session.get()).toEqual({ user: null, ended: "elsewhere" });
});

test("session: a browser that stores nothing more tells the server of a sign-out at once", async () => {
  const { seen, signOut, session, localStorage } = await givenSignedIn(() => ok);
  const { setItem } = localStorage;
  localStorage.setItem = (key: string, value: string) => {
    if (key === "owedSignOut") throw new DOMException("full", "QuotaExceededError");
    setItem.call(localStorage, key, value);
  };
  await signOut();
  expect(session.get().user).toBeNull();
  expect(seen.map(({ path }) => path)).toContain("/auth/logout");
});

test("session: a response after the sign-out signs nobody in", async () => {
  let answerRefresh = (_: Reply) => {};
  const { refreshSession, signOut, session, localStorage, seen } = await givenSignedIn(({ path }) =>
    path === "/auth/refresh_token" ? new Promise<Reply>((resolve) => (answerRefresh = resolve)) : ok,
  );
  const refreshing = refreshSession();
  await expect.poll(() => seen.map(({ path }) => path)).toEqual(["/auth/refresh_token"]);
  await signOut();
  answerRefresh({ status: 200, body: { token: "late", user } });
  await refreshing;
  expect(session.get().user).toBeNull();
  expect(localStorage.getItem("token")).toBeNull();
});

test("session: a renewal with an unchanged user keeps the state object and the settings of the sign-in", async () => {
  const { settings: _, ...companyWithoutSettings } = user.company;
  const { refreshSession, session } = await givenSignedIn(() => ({
    status: 200,
    body: { token: "second", user: { ...user, company: companyWithoutSettings } },
  }));
  const before = session.get();
  await refreshSession();
  expect(session.get()).toBe(before);
});

test("session: signing out first asks for the number of actions only on this device", async () => {
  const { setSignOutGuard, pendingBeforeSignOut } = await givenSignedIn(() => ok);
  expect(await pendingBeforeSignOut()).toBe(0);
  setSignOutGuard(async () => 3);
  expect(await pendingBeforeSignOut()).toBe(3);
});

test.each(["signed-out", "expired", "overdue"] as const)(
  "session: its data leaves the device when it ends (%s), before the page shows that",
  async (reason) => {
    const { endSession, session, sessionUnsentKeys, localStorage } = await givenSignedIn(() => ok);
    expect([localStorage.getItem("unsentKey"), localStorage.getItem("otherUnsentKey")]).toEqual(["key", "former"]);
    expect(sessionUnsentKeys()).toEqual(["key", "former"]);
    const owed: unknown[] = [];
    settleLeaving.mockImplementationOnce(async (storage: Storage) => {
      expect(session.get().user).not.toBeNull();
      owed.push(JSON.parse(storage.getItem("owedLeaving") ?? ""));
      storage.removeItem("owedLeaving");
    });
    await endSession(reason);
    expect(owed).toEqual([[{ owner, unsentKey: "key" }]]);
    const left = ["unsentKey", "otherUnsentKey", "owedLeaving"].map((name) => localStorage.getItem(name));
    expect(left).toEqual([null, null, null]);
  },
);

test("session: a page that closes before the data has left lets it leave when it next starts", async () => {
  const { endSession, localStorage, startPage } = await givenSignedIn(() => ok);
  settleLeaving.mockRejectedValueOnce(new Error("the page closes"));
  await endSession("expired");
  expect(JSON.parse(localStorage.getItem("owedLeaving") ?? "")).toEqual([{ owner, unsentKey: "key" }]);
  settleLeaving.mockClear();
  (await startPage()).startSession();
  await vi.waitFor(() => expect(settleLeaving).toHaveBeenCalledOnce());
});

test("session: each answer tells the server's time, which a device with a wrong clock keeps", async () => {
  const dayMs = 24 * 60 * 60_000;
  const date = new Date(testTime() + dayMs).toUTCString();
  const { localStorage, apiFetch } = await givenSignedIn(({ path }) => ({
    ...ok,
    headers: { date, "cache-control": path === "/tickets" ? "no-store" : "private, max-age=86400" },
  }));
  // The browser may have kept this one since yesterday.
  await apiFetch("/public/picture.png");
  expect(localStorage.getItem("clockOffsetMs")).toBeNull();
  await apiFetch("/tickets");
  expect(Math.abs(Number(localStorage.getItem("clockOffsetMs")) - dayMs)).toBeLessThan(2_000);
});
