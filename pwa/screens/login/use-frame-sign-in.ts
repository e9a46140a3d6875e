import { useEffect, useEffectEvent } from "react";

type Page = Pick<Window, "postMessage">;

/**
 * Tells the parent page, where the sandbox shows the desk in a frame, that nobody is signed in, and signs in with the
 * demo account that this page then posts. Both pages have the same origin; messages of other pages are ignored.
 */
export function useFrameSignIn(onAccount: (email: string, password: string) => void): void {
  const onMessage = useEffectEvent(({ origin, source, data }: MessageEvent) => {
    if (origin !== window.location.origin || source !== window.parent || data?.type !== "balcao-sign-in") return;
    onAccount(String(data.email), String(data.password));
  });
  useEffect(() => {
    const parent: Page = window.parent;
    if (parent === window) return;
    const listener = (event: MessageEvent) => onMessage(event);
    window.addEventListener("message", listener);
    parent.postMessage({ type: "balcao-signed-out" }, window.location.origin);
    return () => window.removeEventListener("message", listener);
  }, []);
}
