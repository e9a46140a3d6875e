import type { SyncStatus } from "../../sync/client/index.ts";

type Source = { get: () => Pick<SyncStatus, "linkUp" | "waiting">; subscribe: (listener: () => void) => () => void };
type Page = Pick<Window, "postMessage">;
type Framed = Page & { parent: Page; location: Pick<Location, "origin"> };

/**
 * Posts to the parent page, where the sandbox shows the desk in a frame, the company of the signed-in user, whether the
 * server answers and how many actions are only on this device. Only a page of the same origin receives it. Returns a function that stops it.
 */
export function notifyFrame(status: Source, companyId: string, page: Framed = window): () => void {
  if (page.parent === page) return () => {};
  const tell = () => {
    const { linkUp, waiting } = status.get();
    page.parent.postMessage({ type: "balcao-status", linkUp, waiting, companyId }, page.location.origin);
  };
  tell();
  return status.subscribe(tell);
}
