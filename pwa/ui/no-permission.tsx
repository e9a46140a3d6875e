import type { ReactNode } from "react";
import { m } from "../i18n/paraglide/messages.js";
import { EmptyState } from "./lists/empty-state.tsx";

export function NoPermission({ children, actions }: { children?: ReactNode; actions?: ReactNode }) {
  return (
    <EmptyState art="lock" title={m.ui_no_permission()} actions={actions}>
      {children ?? m.ui_no_permission_text()}
    </EmptyState>
  );
}
