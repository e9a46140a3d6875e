import { type ErrorComponentProps, useNavigate } from "@tanstack/react-router";
import { type ReactNode, useEffect } from "react";
import { removeCover } from "../first-paint/cover.ts";
import { m } from "../i18n/paraglide/messages.js";
import { Button } from "../ui/button.tsx";
import { EmptyState, ErrorState, NoPermission } from "../ui/empty-state.tsx";
import { usePage } from "./page.ts";

export function NotFoundPage() {
  usePage(m.shell_not_found());
  return (
    <WholePage>
      <EmptyState art="plant" title={m.shell_not_found()} actions={<BackToTickets />}>
        {m.shell_not_found_text()}
      </EmptyState>
    </WholePage>
  );
}

/** Shown when a user opens a screen of admins. `children`: who may use it, if not admins alone. */
export function NotAllowedPage({ children }: { children?: ReactNode }) {
  usePage(m.ui_no_permission());
  return <NoPermission actions={<BackToTickets />}>{children}</NoPermission>;
}

function BackToTickets() {
  const navigate = useNavigate();
  return (
    <Button kind="primary" onClick={() => void navigate({ to: "/" })}>
      {m.shell_go_tickets()}
    </Button>
  );
}

/** Fills the sheet of the shell, or the whole window when the shell itself is missing. */
const WholePage = ({ children }: { children: ReactNode }) => (
  <div className="flex h-full min-h-0 flex-1 flex-col bg-surface">{children}</div>
);

/** Code that was never downloaded, on a device that is offline, is not a defect of the screen. */
const isMissingCode = (error: Error) => /dynamically imported module|module script failed/i.test(error.message);

export function FailurePage({ error: thrown, reset }: ErrorComponentProps) {
  const error = thrown instanceof Error ? thrown : new Error(String(thrown));
  usePage(m.shell_error());
  useEffect(removeCover, []);
  const isOffline = isMissingCode(error) && !navigator.onLine;
  return (
    <WholePage>
      <ErrorState
        title={m.shell_error()}
        code={isOffline ? "OFFLINE" : error.name.toUpperCase()}
        diagnosis={() => JSON.stringify(diagnosis(error), null, 2)}
        onRetry={() => (isMissingCode(error) ? location.reload() : reset())}
      >
        {isOffline ? m.shell_offline_screen() : m.shell_error_text()}
      </ErrorState>
    </WholePage>
  );
}

/** Describes the error, never the content of the screen. */
function diagnosis(error: Error) {
  return {
    error: error.name,
    at: error.stack?.split("\n").filter((line) => line.trim().startsWith("at ")),
    route: location.pathname.replace(/[0-9a-f-]{20,}/g, ":id"),
    online: navigator.onLine,
    browser: navigator.userAgent,
    when: new Date().toISOString(),
  };
}
