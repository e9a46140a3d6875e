import type { SessionAnswer, SessionUser } from "../../sync/contracts/session.ts";
import { NetworkError, refusal } from "./api-error.ts";
import { insideRenewal, outsideRenewal } from "./renewal.ts";
import { readStoredSession, removeStoredSession, type StoredSession, storeSession } from "./session-keys.ts";

export type SessionEnd = "signed-out" | "expired" | "elsewhere";
export type SessionState = {
  user: SessionUser | null;
  /** Why the last session ended, until the next one starts. */
  ended: SessionEnd | null;
};
type SignOutListener = (reason: SessionEnd) => void | Promise<void>;

/** How long "your account was accessed on another computer" stands before the page starts again. */
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

/** What a call goes with, and whose it is. */
export type Bearer = { token: string; userId: string };
export const sessionBearer = (): Bearer | null => stored && { token: stored.token, userId: stored.user.id };

/** Called when the session ends for whatever reason, before the page forgets who was signed in. */
export function onSignOut(listener: SignOutListener): () => void {
  signOutListeners.add(listener);
  return () => void signOutListeners.delete(listener);
}

/** Gives the number of actions that are only on this device, to be asked before signing out. */
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

/** A new bearer from the session's cookie. Callers at the same time share one request. */
export function refreshSession(): Promise<string> {
  refreshing ??= requestRefresh().finally(() => {
    refreshing = null;
  });
  return refreshing;
}

/** While no tab waits for another secret: a refusal of the old one would take the cookie of the new one with it. */
function requestRefresh(): Promise<string> {
  return outsideRenewal(async () => {
    const asked = stored;
    return takeBearer(await askRefresh(), asked);
  });
}

/** Everybody waits for the one that is under way: it must come to an end, also over a line that died without a word. */
const askRefresh = () =>
  send("/auth/refresh_token", { method: "POST", signal: AbortSignal.timeout(REFRESH_PATIENCE_MS) });

async function takeBearer(response: Response, asked: StoredSession | null): Promise<string> {
  const isStillAsked = stored === asked;
  if (response.status === 401 && isStillAsked) expireSession();
  if (!response.ok) throw await refusal(response);
  const answer: SessionAnswer = await response.json();
  // Someone signed out, or in as another, while the answer was on its way: it is not theirs.
  if (!isStillAsked) return stored?.token ?? answer.token;
  begin({ token: answer.token, user: withKnownCompany(answer.user) });
  return answer.token;
}

/**
 * Runs a call that puts this session under another secret, and gets its bearer. `call` is given a bearer that lives; it
 * must ask for none itself. The answer is as the server gave it.
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

/** For what the next call of any kind makes good. */
export function ignoreNoNetwork(error: unknown): null {
  if (error instanceof NetworkError) return null;
  throw error;
}

/** The server may leave out the settings it gave at sign-in. */
function withKnownCompany(user: SessionUser): SessionUser {
  const settings = user.company.settings ?? stored?.user.company.settings ?? [];
  return { ...user, company: { ...user.company, settings } };
}

export async function signOut(): Promise<void> {
  const token = stored?.token;
  await endSession("signed-out");
  localStorage.setItem(OWED_KEY, "1");
  await settleOwedSignOut(token);
}

/** Without a network the server cannot be told yet: it is told when the page next starts with one. */
async function settleOwedSignOut(token?: string): Promise<void> {
  if (localStorage.getItem(OWED_KEY) === null || stored) return;
  const headers: HeadersInit = token ? { authorization: `Bearer ${token}` } : {};
  const told = await send("/auth/logout", { method: "DELETE", headers }).catch(ignoreNoNetwork);
  if (told) localStorage.removeItem(OWED_KEY);
}

/**
 * Ends the session on this device. `elsewhere` says so for a second and starts the page again. Calls that are refused
 * with 401 in that second do not end it as `expired`: the sign-in screen keeps the reason.
 */
export async function endSession(reason: SessionEnd): Promise<void> {
  if (!stored || (reason === "expired" && state.ended === "elsewhere")) return;
  if (reason === "elsewhere") {
    change({ user: state.user, ended: "elsewhere" });
    await new Promise((resolve) => setTimeout(resolve, ELSEWHERE_MS));
    if (!stored) return;
  }
  stored = null;
  removeStoredSession(localStorage);
  await Promise.allSettled([...signOutListeners].map((listener) => listener(reason)));
  if (reason === "elsewhere") {
    sessionStorage.setItem(ENDED_KEY, reason);
    location.reload();
    return;
  }
  change({ user: null, ended: reason });
}

/**
 * The server knows this session no more. Nobody waits for the end: what it closes may be waiting for the very answer
 * that said so.
 */
function expireSession(): void {
  void endSession("expired");
}

/** On start: a fresh bearer in the background; without a network the desk opens as it was. */
export function startSession(): void {
  window.addEventListener("storage", followOtherTabs);
  window.addEventListener("online", startOnline);
  startOnline();
}

function startOnline(): void {
  const work = stored ? refreshSession() : settleOwedSignOut();
  work.catch((error: unknown) => {
    const isTold = error instanceof NetworkError || (error instanceof Error && error.name === "ApiError");
    if (!isTold) throw error;
  });
}

/** Another tab signed in, out, or got a new bearer. */
function followOtherTabs(event: StorageEvent): void {
  if (event.key !== null && event.key !== "token" && event.key !== "user") return;
  const found = readStoredSession(localStorage);
  if (!found && !stored) return;
  if (!found) return void leaveWithOtherTab();
  stored = found;
  if (JSON.stringify(found.user) !== JSON.stringify(state.user)) change({ user: found.user, ended: null });
}

async function leaveWithOtherTab(): Promise<void> {
  // `user` goes a moment after `token` in the tab that signs in again: look once more before leaving.
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

/** Kept until the next sign-in, so that another reload of the page does not lose the reason. */
function readEndOfLastPage(): SessionEnd | null {
  const reason = sessionStorage.getItem(ENDED_KEY);
  return reason === "elsewhere" ? reason : null;
}

/** One request with the session's cookie; no answer at all is a NetworkError. */
export async function send(path: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(path, { ...init, credentials: "include" });
  } catch (error) {
    if (error instanceof DOMException && error.name === "AbortError") throw error;
    throw new NetworkError(error);
  }
}
