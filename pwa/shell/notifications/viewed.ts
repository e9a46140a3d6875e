const ANSWER_WITHIN_MS = 700;
const channel = new BroadcastChannel("balcao-viewed");
const asking = new Set<(ticketId: string) => void>();

channel.addEventListener("message", ({ data }: MessageEvent<{ ask?: string; viewed?: string }>) => {
  if (data.ask && isViewed(data.ask)) channel.postMessage({ viewed: data.ask });
  if (data.viewed) for (const answered of asking) answered(data.viewed);
});

/** This tab shows the ticket, and somebody can see it. */
export const isViewed = (ticketId: string) =>
  document.visibilityState === "visible" && location.pathname === `/tickets/${ticketId}`;

/** This tab or another one of the browser does. */
export async function isViewedAnywhere(ticketId: string): Promise<boolean> {
  if (isViewed(ticketId)) return true;
  return new Promise((resolve) => {
    const finish = (isShown: boolean) => {
      clearTimeout(timer);
      asking.delete(answered);
      resolve(isShown);
    };
    const answered = (id: string) => id === ticketId && finish(true);
    const timer = setTimeout(finish, ANSWER_WITHIN_MS, false);
    asking.add(answered);
    channel.postMessage({ ask: ticketId });
  });
}
