import { MessageCircle, MessageSquare } from "lucide-react";
import { m } from "../../i18n/paraglide/messages.js";
import { useWaiting } from "../../shell/notifications/waiting-store.ts";
import { Badge } from "../../ui/badge.tsx";
import { classNames } from "../../ui/class-names.ts";
import { useScreenKeyboard } from "../../ui/screen-keyboard.ts";

export type PhonePane = "ticket" | "list";
type PhoneTabsProps = { value: PhonePane; onChange: (pane: PhonePane) => void };

/**
 * Switches between the panes on narrow screens, which show one at a time. The tabs stand at the bottom on phones and
 * on top where there is more room. On phones they are hidden while the keyboard is open or a recording is made, but
 * not on focus alone: a button that moves during a tap receives no click.
 */
export function PhoneTabs({ value, onChange }: PhoneTabsProps) {
  const keyboardOpen = useScreenKeyboard();
  const unread = useWaiting().length;
  const tabs = [
    { pane: "ticket", label: m.tickets_tab_ticket(), icon: <MessageCircle aria-hidden="true" size={20} />, count: 0 },
    {
      pane: "list",
      label: m.tickets_title(),
      icon: <MessageSquare aria-hidden="true" size={20} />,
      count: unread,
    },
  ] as const;
  return (
    <nav
      aria-label={m.tickets_panes()}
      className={classNames(
        "flex shrink-0 border-line bg-surface sm:order-first sm:border-b md:hidden max-sm:border-t max-sm:pb-[env(safe-area-inset-bottom)] max-sm:in-[.tickets:has([data-recording])]:hidden",
        keyboardOpen && "max-sm:hidden",
      )}
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
