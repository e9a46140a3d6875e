/**
 * Calls back whenever the network may be back: the browser is online again, or the tab visible. Does nothing outside
 * a browser.
 */
export function onWake(callback: () => void): () => void {
  if (typeof window === "undefined" || typeof document === "undefined") return () => {};
  const whenVisible = () => {
    if (document.visibilityState === "visible") callback();
  };
  window.addEventListener("online", callback);
  window.addEventListener("pageshow", callback);
  document.addEventListener("visibilitychange", whenVisible);
  return () => {
    window.removeEventListener("online", callback);
    window.removeEventListener("pageshow", callback);
    document.removeEventListener("visibilitychange", whenVisible);
  };
}

export function onOffline(callback: () => void): () => void {
  if (typeof window === "undefined") return () => {};
  window.addEventListener("offline", callback);
  return () => window.removeEventListener("offline", callback);
}

/** Returns the browser's online state; true where it is unknown. */
export function browserOnline(): boolean {
  return typeof navigator === "undefined" || navigator.onLine !== false;
}

/** Calls back when the tab is hidden: its timers may rest from then on, and the browser may end it. */
export function onHide(callback: () => void): () => void {
  if (typeof document === "undefined") return () => {};
  const whenHidden = () => {
    if (isHidden()) callback();
  };
  document.addEventListener("visibilitychange", whenHidden);
  return () => document.removeEventListener("visibilitychange", whenHidden);
}

export const isHidden = (): boolean => typeof document !== "undefined" && document.visibilityState === "hidden";
