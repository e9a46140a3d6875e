import { MessageCircle, MessageSquare } from "lucide-react";
import { m } from "../../i18n/paraglide/messages.js";
import { useWaiting } from "../../shell/notifications/waiting-store.ts";
import { PaneTabs } from "../../ui/pane-tabs.tsx";

export type PhonePane = "ticket" | "list";
/** `hasTicket`: a conversation was opened, to which the tab returns. */
type PhoneTabsProps = { value: PhonePane; hasTicket: boolean; onChange: (pane: PhonePane) => void };

export function PhoneTabs({ value, hasTicket, onChange }: PhoneTabsProps) {
  const unread = useWaiting().length;
  const tabs = [
    {
      pane: "ticket",
      label: m.tickets_tab_ticket(),
      icon: <MessageCircle aria-hidden="true" size={20} />,
      count: 0,
      disabled: !hasTicket,
    },
    { pane: "list", label: m.tickets_title(), icon: <MessageSquare aria-hidden="true" size={20} />, count: unread },
  ] as const;
  return <PaneTabs label={m.tickets_panes()} tabs={tabs} value={value} onChange={onChange} />;
}
