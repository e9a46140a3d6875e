/**
 * Calls back when the page is hidden, which may be its end: a phone that closes an app reports nothing later, and some
 * browsers report a reload only by `pagehide`. One hiding may call back twice. Returns a function that stops it.
 */
export function onHide(callback: () => void): () => void {
  const onVisibility = () => {
    if (document.visibilityState === "hidden") callback();
  };
  document.addEventListener("visibilitychange", onVisibility);
  window.addEventListener("pagehide", callback);
  return () => {
    document.removeEventListener("visibilitychange", onVisibility);
    window.removeEventListener("pagehide", callback);
  };
}
