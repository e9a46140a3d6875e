import { can } from "../../../../contracts/account/permissions.ts";
import type { SessionUser } from "../../../../contracts/account/session.ts";
import type { TicketFilter } from "../../../../sync/client/index.ts";

export const listTabs = ["open", "closed", "group", "search"] as const;
export type ListTab = (typeof listTabs)[number];
export const subTabs = ["open", "pending"] as const;
export type SubTab = (typeof subTabs)[number];

/** The list's tab and filters. `queueIds` null: every queue; an element null: tickets without a queue. */
export type ListView = {
  tab: ListTab;
  sub: SubTab;
  showAll: boolean;
  queueIds: (string | null)[] | null;
  waitingOrder: WaitingOrder;
};
export type WaitingOrder = NonNullable<TicketFilter["order"]>;

/** Lists that a URL can name. */
export const askedLists = ["open", "pending", "closed"] as const;
export type AskedList = (typeof askedLists)[number];

export function viewOf(view: ListView, asked: { list?: AskedList; agentId?: string }): ListView {
  if (asked.agentId) return { ...view, tab: "search" };
  if (asked.list === "closed") return { ...view, tab: "closed" };
  return { ...view, tab: "open", sub: asked.list ?? view.sub };
}

/** Returns whether the user has the show-all switch; for these users it starts on. */
export function maySeeAll(user: Pick<SessionUser, "profile" | "allUserChat">): boolean {
  return can.seeAllTickets(user.profile) || user.allUserChat === "enabled";
}

/** Returns the tab and filters with which the app starts. */
export const firstViewOf = (user: Parameters<typeof maySeeAll>[0]): Omit<ListView, "waitingOrder"> => ({
  tab: "open",
  sub: "open",
  showAll: maySeeAll(user),
  queueIds: null,
});

/** Returns whether the list shows the tab and filters with which the app starts. */
export const isFirstView = ({ tab, sub, showAll, queueIds }: ListView, user: Parameters<typeof maySeeAll>[0]) =>
  tab === "open" && sub === "open" && showAll === maySeeAll(user) && queueIds === null;

/** Returns the filter for the local database. The closed and search tabs show every ticket that the user may see. */
export function filterOf(view: ListView): TicketFilter {
  const queueIds = view.queueIds ?? undefined;
  if (view.tab === "closed") return { status: "closed", showAll: true, queueIds };
  const lists = { status: view.sub, isGroup: view.tab === "group", showAll: view.showAll, queueIds };
  return view.sub === "pending" ? { ...lists, withBot: false, order: view.waitingOrder } : lists;
}
