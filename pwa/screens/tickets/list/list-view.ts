import type { TicketFilter } from "../../../../sync/client/index.ts";
import type { SessionUser } from "../../../../sync/contracts/session.ts";

export const listTabs = ["open", "closed", "group", "search"] as const;
export type ListTab = (typeof listTabs)[number];
export const subTabs = ["open", "pending"] as const;
export type SubTab = (typeof subTabs)[number];

/** What the list shows. `queueIds` null: every queue; inside it, null is "no queue". */
export type ListView = {
  tab: ListTab;
  sub: SubTab;
  showAll: boolean;
  queueIds: (string | null)[] | null;
  waitingOrder: WaitingOrder;
};
export type WaitingOrder = NonNullable<TicketFilter["order"]>;

/** Where an address leads: a list, or one agent's tickets. */
export const askedLists = ["open", "pending", "closed"] as const;
export type AskedList = (typeof askedLists)[number];

export function viewOf(view: ListView, asked: { list?: AskedList; agentId?: string }): ListView {
  if (asked.agentId) return { ...view, tab: "search" };
  if (asked.list === "closed") return { ...view, tab: "closed" };
  return { ...view, tab: "open", sub: asked.list ?? view.sub };
}

/** Who is offered the show-all switch; for them it starts on. */
export function maySeeAll(user: Pick<SessionUser, "profile" | "allUserChat">): boolean {
  return user.profile === "admin" || user.allUserChat === "enabled";
}

/** The question a view asks the device's own database. The closed and search tabs show all one may see. */
export function filterOf(view: ListView): TicketFilter {
  const queueIds = view.queueIds ?? undefined;
  if (view.tab === "closed") return { status: "closed", showAll: true, queueIds };
  const lists = { status: view.sub, isGroup: view.tab === "group", showAll: view.showAll, queueIds };
  return view.sub === "pending" ? { ...lists, inRobot: false, order: view.waitingOrder } : lists;
}
