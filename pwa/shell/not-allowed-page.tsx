import type { ReactNode } from "react";
import { m } from "../i18n/paraglide/messages.js";
import { NoPermission } from "../ui/no-permission.tsx";
import { BackToTickets } from "./failure-pages.tsx";
import { usePage } from "./page.ts";

/** Shown when a user opens a screen of admins. `children`: who may use it, if not admins alone. */
export function NotAllowedPage({ children }: { children?: ReactNode }) {
  usePage(m.ui_no_permission());
  return <NoPermission actions={<BackToTickets />}>{children}</NoPermission>;
}
