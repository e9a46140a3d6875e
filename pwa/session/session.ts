import type { SessionAnswer, SessionUser } from "../../contracts/account/session.ts";
import type { SignUpInput } from "../../contracts/account/sign-up.ts";
import { readServerTime } from "../../sync/client/server-clock.ts";
import { forgetKept } from "../first-paint/kept-record.ts";
import { tryToStore } from "../ui/device-storage.ts";
import { NetworkError, refusal } from "./api-error.ts";
import { inOurLanguage } from "./in-our-language.ts";
import { oweLeaving, owesLeaving } from "./owed-leaving.ts";
import { insideRenewal, outsideRenewal } from "./renewal.ts";
import { readStoredSession, removeStoredSession, type StoredSession, storeSession } from "./session-keys.ts";

/** `overdue`: the company is past its due date, and the user may not pay. */
export type SessionEnd = "signed-out" | "expired" | "elsewhere" | "overdue";
export type SessionState = {
  user: SessionUser | null;
  /** Why the last session ended; null from the next sign-in on. */
  ended: SessionEnd | null;
  /** The due date of the company whose session ended as overdue. */
  dueDate?: string;
};
type SignOutListener = (reason: SessionEnd) => void | Promise<void>;

/** How long "your account was accessed on another computer" is shown before the page reloads. */
const ELSEWHERE_MS = 1000;
const REFRESH_PATIENCE_MS = 20_000;
const ENDED_KEY = "sessionEnded";
const OWED_KEY = "owedSignOut";

let stored: StoredSession | null = readStoredSession(localStorage);
let state: SessionState = { user: stored?.user ?? null, ended: stored ? null : readEndOfLastPage() };
let refreshing: Promise<string> | null = null;
let guard: () => Promise<number> = async () => 0;
const listeners = new Set<() => void>();
const signOutListeners = new Set<SignOutListener>();

export const session = {
  get: () => state,
  subscribe(listener: () => void) {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  },
};

/** A bearer token and the user it belongs to. */
export type Bearer = { token: string; userId: string };
/** The keys with which this user's unsent work may have been sealed. */
export const sessionUnsentKeys = (): string[] =>
  [stored?.unsentKey, stored?.otherUnsentKey].filter((key) => typeof key === "string");
export const sessionBearer = (): Bearer | null => stored && { token: stored.token, userId: stored.user.id };

/**
 * Registers a listener for the end of the session for any reason, called before the page removes the signed-in user.
 * Returns a function that removes it.
 */
export function onSignOut(listener: SignOutListener): () => void {
  signOutListeners.add(listener);
  return () => void signOutListeners.delete(listener);
}

/** Sets the function that counts actions stored only on this device, for the question before signing out. */
export function setSignOutGuard(pendingCount: () => Promise<number>): void {
  guard = pendingCount;
}
export const pendingBeforeSignOut = () => guard();

export async function signIn(email: string, password: string): Promise<void> {
  const response = await send("/auth/login", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ email, password }),
  });
  if (!response.ok) throw await refusal(response);
  localStorage.removeItem(OWED_KEY);
  begin(await response.json());
}

/** Creates a company with its first admin, who is signed in. The proof confirms the e-mail. */
export const signUp = (company: SignUpInput & { proof: string }): Promise<void> =>
  enter("/companies/cadastro", company);

/** The same for a company that waited for the link in a mail. */
export const signUpByLink = (token: string): Promise<void> => enter("/sign-up/link", { token });

async function enter(path: string, body: unknown): Promise<void> {
  const headers = { "content-type": "application/json" };
  const response = await send(path, inOurLanguage({ method: "POST", headers, body: JSON.stringify(body) }));
  if (!response.ok) throw await refusal(response);
  localStorage.removeItem(OWED_KEY);
  begin(await response.json());
}

/** Gets a new bearer token with the session's cookie. Simultaneous callers share one request. */
export function refreshSession(): Promise<string> {
  refreshing ??= requestRefresh().finally(() => {
    refreshing = null;
  });
  return refreshing;
}

/** Waits while a tab changes the secret: a refusal of the old secret would delete the cookie of the new one. */
function requestRefresh(): Promise<string> {
  return outsideRenewal(async () => {
    const asked = stored;
    return takeBearer(await askRefresh(), asked);
  });
}

/** Times out, because all callers wait for this request: a dead connection must not block them. */
const askRefresh = () =>
  send("/auth/refresh_token", { method: "POST", signal: AbortSignal.timeout(REFRESH_PATIENCE_MS) });

async function takeBearer(response: Response, asked: StoredSession | null): Promise<string> {
  const isStillAsked = stored === asked;
  if (response.status === 401 && isStillAsked) expireSession();
  if (!response.ok) {
    const refused = await refusal(response);
    if (refused.code === "ERR_SUBSCRIPTION_EXPIRED" && isStillAsked) endOverdue(refused.details.dueDate);
    throw refused;
  }
  const answer: SessionAnswer = await response.json();
  // The user signed out or another one signed in during the request: the response belongs to the previous session.
  if (!isStillAsked) return stored?.token ?? answer.token;
  begin({ ...answer, user: withKnownCompany(answer.user) });
  return answer.token;
}

/**
 * Runs a call that changes the session's secret, then gets the new bearer token. `call` receives a valid bearer token
 * and must not request one itself. Returns the server's response unchanged.
 */
export async function renewSession(call: (bearer: string) => Promise<Response>): Promise<Response> {
  const bearer = await refreshSession();
  const response = await insideRenewal(async () => {
    const response = await call(bearer);
    if (!response.ok) return response;
    const asked = stored;
    const answer = await askRefresh().catch(ignoreNoNetwork);
    if (answer) await takeBearer(answer, asked);
    return response;
  });
  if (response.status === 401) await refreshSession();
  return response;
}

/** Ignores a NetworkError, for work that the next request does again. */
export function ignoreNoNetwork(error: unknown): null {
  if (error instanceof NetworkError) return null;
  throw error;
}

/** Keeps the settings of the sign-in when a later response omits them. */
function withKnownCompany(user: SessionUser): SessionUser {
  const settings = user.company.settings ?? stored?.user.company.settings ?? [];
  return { ...user, company: { ...user.company, settings } };
}

export async function signOut(): Promise<void> {
  const token = stored?.token;
  await endSession("signed-out");
  tryToStore(localStorage, OWED_KEY, "1");
  await settleOwedSignOut(token);
}

/** Tells the server about a sign-out; offline it is told when the page next starts or comes online. */
async function settleOwedSignOut(token?: string): Promise<void> {
  if ((token === undefined && localStorage.getItem(OWED_KEY) === null) || stored) return;
  const headers: HeadersInit = token ? { authorization: `Bearer ${token}` } : {};
  const response = await send("/auth/logout", { method: "DELETE", headers }).catch(ignoreNoNetwork);
  if (response) localStorage.removeItem(OWED_KEY);
}

/**
 * Ends the session on this device. `elsewhere` is shown for a second, then the page reloads. Requests refused with
 * 401 in that second do not change the reason to `expired`: the sign-in screen keeps the first reason.
 */
export async function endSession(reason: SessionEnd): Promise<void> {
  if (!stored || (reason === "expired" && state.ended === "elsewhere")) return;
  if (reason === "elsewhere") {
    change({ user: state.user, ended: "elsewhere" });
    await new Promise((resolve) => setTimeout(resolve, ELSEWHERE_MS));
    if (!stored) return;
  }
  // Makes room for the note, which must be stored before the session is gone.
  forgetKept(localStorage);
  oweLeaving(localStorage, stored);
  stored = null;
  removeStoredSession(localStorage);
  await Promise.allSettled([...signOutListeners].map((listener) => listener(reason)));
  await Promise.allSettled([leaveNow()]);
  if (reason === "elsewhere") {
    tryToStore(sessionStorage, ENDED_KEY, reason);
    location.reload();
    return;
  }
  change({ user: null, ended: reason });
}

/**
 * Ends the session that the server no longer knows, without waiting: a listener that closes something may itself wait
 * for the response that caused this.
 */
function expireSession(): void {
  void endSession("expired");
}

/** Ends the session of a company past its due date. What waits on this device stays until the next sign-in. */
function endOverdue(dueDate: unknown): void {
  const known = typeof dueDate === "string" ? dueDate : state.user?.company.dueDate;
  void endSession("overdue").then(() => change({ ...state, dueDate: known }));
}

/** Gets a new bearer token in the background when the page starts; offline the desk opens with the stored session. */
export function startSession(): void {
  window.addEventListener("storage", followOtherTabs);
  window.addEventListener("online", startOnline);
  startOnline();
  void Promise.allSettled([leaveNow()]);
}

/** Deletes and seals what the ended session left on this device. A failure is repaired when the page next starts. */
async function leaveNow(): Promise<void> {
  if (!owesLeaving(localStorage)) return;
  const { settleLeaving } = await import("./settle-leaving.ts");
  await settleLeaving(localStorage);
}

function startOnline(): void {
  const work = stored ? refreshSession() : settleOwedSignOut();
  work.catch((error: unknown) => {
    const isTold = error instanceof NetworkError || (error instanceof Error && error.name === "ApiError");
    if (!isTold) throw error;
  });
}

/** Follows another tab that signed in, signed out or got a new bearer token. */
function followOtherTabs(event: StorageEvent): void {
  if (event.key !== null && event.key !== "token" && event.key !== "user") return;
  const found = readStoredSession(localStorage);
  if (!found && !stored) return;
  if (!found) return void leaveWithOtherTab();
  stored = found;
  if (JSON.stringify(found.user) !== JSON.stringify(state.user)) change({ user: found.user, ended: null });
}

async function leaveWithOtherTab(): Promise<void> {
  // The tab that signs in writes `user` just after `token`, so the storage is read again before leaving.
  await new Promise((resolve) => setTimeout(resolve, 50));
  if (readStoredSession(localStorage) || !stored) return;
  stored = null;
  change({ user: null, ended: "signed-out" });
}

function begin(answer: StoredSession): void {
  sessionStorage.removeItem(ENDED_KEY);
  stored = answer;
  storeSession(localStorage, answer);
  const isSameUser = JSON.stringify(answer.user) === JSON.stringify(state.user);
  if (!isSameUser || state.ended) change({ user: isSameUser ? state.user : answer.user, ended: null });
}

function change(next: SessionState): void {
  state = next;
  for (const listener of listeners) listener();
}

/** Kept until the next sign-in, so that another reload does not lose the reason. */
function readEndOfLastPage(): SessionEnd | null {
  const reason = sessionStorage.getItem(ENDED_KEY);
  return reason === "elsewhere" ? reason : null;
}

/** Sends one request with the session's cookie; throws NetworkError without a response. */
export async function send(path: string, init: RequestInit): Promise<Response> {
  const sentAt = Date.now();
  try {
    // The address of the page would make each request larger and says nothing to the server.
    const answer = await fetch(path, { ...init, credentials: "include", referrerPolicy: "no-referrer" });
    const { headers } = answer;
    // An answer that the browser kept has the time at which it was stored.
    if (headers.get("cache-control")?.includes("no-store")) readServerTime(headers.get("date"), sentAt);
    return answer;
  } catch (error) {
    if (error instanceof DOMException && error.name === "AbortError") throw error;
    throw new NetworkError(error);
  }
}
