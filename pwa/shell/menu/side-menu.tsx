import { Link, useLocation } from "@tanstack/react-router";
import { LogOut, TriangleAlert } from "lucide-react";
import type { ReactElement, ReactNode } from "react";
import { m } from "../../i18n/paraglide/messages.js";
import { useUser } from "../../session/use-session.ts";
import { Badge, Dot } from "../../ui/badge.tsx";
import { classNames } from "../../ui/class-names.ts";
import { Tooltip, type TooltipTrigger } from "../../ui/layers/tooltip.tsx";
import { Brand, BrandMark } from "../brand.tsx";
import { type MenuEntry, menuFor } from "./menu-entries.ts";
import { useMenuSignals } from "./menu-signals.ts";

/** `rail` shows icons only; `layer` is the phones' overlay with larger rows. */
export type MenuForm = "open" | "rail" | "layer";

const rowForms: Record<MenuForm, string> = {
  open: "h-7 gap-2.25 px-2 touch:h-11",
  rail: "h-8 w-9 justify-center touch:h-11 touch:w-11",
  layer: "h-11 gap-4 px-3 text-md",
};

const rowClass = (form: MenuForm) =>
  classNames(
    "relative flex shrink-0 items-center rounded-sm font-medium text-ink-2 [&_svg]:text-ink-3 hover:bg-hover",
    "aria-[current=page]:bg-surface aria-[current=page]:text-ink aria-[current=page]:shadow-hair aria-[current=page]:[&>svg]:text-primary-ink",
    "dark:aria-[current=page]:bg-raised",
    rowForms[form],
  );

type SideMenuProps = {
  form: MenuForm;
  onSignOut: () => void;
  onNavigate?: () => void;
  top?: ReactNode;
  foot?: ReactNode;
};

export function SideMenu({ form, onSignOut, onNavigate, top, foot }: SideMenuProps) {
  const user = useUser();
  const isRail = form === "rail";
  const sections = menuFor(user);
  return (
    <nav
      aria-label={m.shell_menu()}
      className={classNames(
        "flex h-full min-h-0 flex-col pb-2",
        form === "layer" ? "px-3" : "px-2",
        isRail && "items-center",
      )}
    >
      <div className={classNames("flex shrink-0 items-center", form === "layer" ? "h-14 px-2.5" : "h-(--topbar) px-2")}>
        {isRail ? <BrandMark className="text-primary" /> : <Brand size={form === "layer" ? 28 : 24} />}
      </div>
      {top}
      <div
        className={classNames(
          "-mx-2 flex min-h-0 flex-1 flex-col overflow-y-auto px-2 py-1",
          isRail && "items-center gap-0.5",
        )}
      >
        {sections.map((section, index) => (
          <div key={section.title()} className={classNames("flex flex-col", isRail && "items-center gap-0.5")}>
            {isRail
              ? index > 0 && <hr className="my-1.5 w-6 border-line" />
              : sections.length > 1 && (
                  <h2 className="px-2 pt-2 pb-0.5 font-medium text-2xs text-ink-3 tracking-normal">
                    {section.title()}
                  </h2>
                )}
            {section.entries.map((entry) => (
              <EntryLink key={entry.to} entry={entry} form={form} onNavigate={onNavigate} />
            ))}
          </div>
        ))}
        {user.company.restricted && !isRail && (
          <p className="px-2 pt-3 text-ink-3 text-xs">{m.billing_restricted_menu()}</p>
        )}
      </div>
      <div className={classNames("shrink-0 pt-2", isRail ? "" : "border-line border-t")}>
        {foot}
        <Named label={m.shell_sign_out()} isNeeded={isRail}>
          <button type="button" onClick={onSignOut} className={classNames(rowClass(form), !isRail && "w-full")}>
            <LogOut aria-hidden="true" size={form === "layer" ? 20 : 16} className="shrink-0" />
            <span className={isRail ? "sr-only" : undefined}>{m.shell_sign_out()}</span>
          </button>
        </Named>
        {!isRail && (
          <p className={classNames("px-2 pt-0.5 text-ink-3", form === "layer" ? "text-xs" : "text-2xs")}>
            {m.shell_version()}
          </p>
        )}
      </div>
    </nav>
  );
}

function EntryLink({ entry, form, onNavigate }: { entry: MenuEntry; form: MenuForm; onNavigate?: () => void }) {
  const signals = useMenuSignals();
  const isRail = form === "rail";
  const count = entry.count?.(signals) ?? 0;
  const warning = entry.warning?.(signals) ?? null;
  const news = entry.news?.(signals) ?? null;
  const isAlso = useLocation({ select: ({ pathname }) => entry.also?.includes(pathname) ?? false });
  const Icon = entry.icon;
  const endClass = isRail ? "absolute top-0.5 right-0.5" : "ml-auto";
  return (
    <Named label={entry.label()} isNeeded={isRail}>
      <Link
        to={entry.to}
        activeOptions={{ exact: entry.to === "/" }}
        onClick={onNavigate}
        className={rowClass(form)}
        {...(isAlso && { "aria-current": "page" })}
      >
        <Icon aria-hidden="true" size={form === "layer" ? 20 : 16} className="shrink-0" />
        <span className={isRail ? "sr-only" : "truncate"}>{entry.label()}</span>
        {count > 0 && (isRail ? <Dot className={endClass} /> : <Badge count={count} className={endClass} />)}
        {news && (
          <span className={classNames("flex", endClass)}>
            <Dot />
            <span className="sr-only">{news}</span>
          </span>
        )}
        {warning && (
          <span className={endClass} title={warning}>
            <TriangleAlert aria-hidden="true" size={14} className="text-warn-mark!" />
            <span className="sr-only">{warning}</span>
          </span>
        )}
      </Link>
    </Named>
  );
}

function Named({
  label,
  isNeeded,
  children,
}: {
  label: string;
  isNeeded: boolean;
  children: ReactElement<TooltipTrigger>;
}) {
  return isNeeded ? (
    <Tooltip label={label} side="right">
      {children}
    </Tooltip>
  ) : (
    children
  );
}
