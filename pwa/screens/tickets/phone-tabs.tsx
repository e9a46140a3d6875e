import { MessageCircle, MessageSquare } from "lucide-react";
import type { TicketCounts } from "../../../sync/client/index.ts";
import { m } from "../../i18n/paraglide/messages.js";
import { useDesk, useObservable } from "../../session/desk.tsx";
import { Badge } from "../../ui/badge.tsx";
import { classNames } from "../../ui/class-names.ts";

export type PhonePane = "ticket" | "list";
type PhoneTabsProps = { value: PhonePane; onChange: (pane: PhonePane) => void };

const noCounts: TicketCounts = { open: 0, pending: 0, groupsOpen: 0, groupsPending: 0, unread: 0 };

/** Narrow screens show one pane at a time: at the bottom on phones, on top of the sheet where there is more room. */
export function PhoneTabs({ value, onChange }: PhoneTabsProps) {
  const desk = useDesk();
  const { open, pending } = useObservable(() => desk.counts$(), [desk], noCounts);
  const tabs = [
    { pane: "ticket", label: m.tickets_tab_ticket(), icon: <MessageCircle aria-hidden="true" size={20} />, count: 0 },
    {
      pane: "list",
      label: m.tickets_title(),
      icon: <MessageSquare aria-hidden="true" size={20} />,
      count: open + pending,
    },
  ] as const;
  return (
    <nav
      aria-label={m.tickets_panes()}
      className="flex shrink-0 border-line bg-surface sm:order-first sm:border-b md:hidden max-sm:border-t max-sm:pb-[env(safe-area-inset-bottom)] touch:max-sm:in-[.tickets:has(textarea:focus)]:hidden"
    >
      {tabs.map(({ pane, label, icon, count }) => (
        <button
          key={pane}
          type="button"
          aria-current={value === pane ? "page" : undefined}
          onClick={() => onChange(pane)}
          className={classNames(
            "relative flex h-12.5 flex-1 items-center justify-center gap-2 text-base -outline-offset-2",
            value === pane
              ? "font-semibold text-primary-ink before:absolute before:inset-x-[24%] before:h-[2.5px] before:bg-primary max-sm:before:-top-px max-sm:before:rounded-b-xs sm:before:-bottom-px"
              : "font-medium text-ink-3",
          )}
        >
          {icon}
          {label}
          {count > 0 && <Badge count={count} />}
        </button>
      ))}
    </nav>
  );
}
