import { setTitleCount } from "../page.ts";

const counts = { tickets: 0, chats: 0 };

/** Shows how many conversations wait: their sum stands in the page's title and on the app's icon. */
export function setWaitingCount(kind: keyof typeof counts, count: number): void {
  counts[kind] = count;
  const sum = counts.tickets + counts.chats;
  setTitleCount(sum);
  const badge = sum > 0 ? navigator.setAppBadge?.(sum) : navigator.clearAppBadge?.();
  badge?.catch(() => undefined); // some browsers refuse a badge without a reason
}
