import { type ErrorComponentProps, useNavigate } from "@tanstack/react-router";
import { type ReactNode, useEffect } from "react";
import { removeCover } from "../first-paint/cover.ts";
import { m } from "../i18n/paraglide/messages.js";
import { Button } from "../ui/button.tsx";
import { tryToStore } from "../ui/device-storage.ts";
import { EmptyState, ErrorState } from "../ui/lists/empty-state.tsx";
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

export function BackToTickets() {
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

/**
 * Reloads the page when the missing code can be had: a browser refuses it for as long as the page lives. The service
 * worker has it since it answers for the page; without one, the network has to be back. It reloads once for each file:
 * the release on the server may lack it.
 */
function useReload(isMissing: boolean, file: string) {
  useEffect(() => {
    if (!isMissing || sessionStorage.getItem(file)) return;
    const reload = () => {
      if (tryToStore(sessionStorage, file, "reloaded")) location.reload();
    };
    if (navigator.serviceWorker?.controller) reload();
    addEventListener("online", reload);
  }, [isMissing, file]);
}

export function FailurePage({ error: thrown, reset }: ErrorComponentProps) {
  const error = thrown instanceof Error ? thrown : new Error(String(thrown));
  usePage(m.shell_error());
  useEffect(removeCover, []);
  // Code that could not be downloaded is not a defect of the screen. Each browser engine says it in its own words.
  const isMissing = /imported module|module script/.test(error.message);
  useReload(isMissing, error.message);
  const isOffline = isMissing && !navigator.onLine;
  return (
    <WholePage>
      <ErrorState
        title={m.shell_error()}
        code={isOffline ? "OFFLINE" : error.name.toUpperCase()}
        diagnosis={() => JSON.stringify(diagnosis(error), null, 2)}
        onRetry={() => (isMissing ? location.reload() : reset())}
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
    at: error.stack?.match(/^\s*at .*/gm),
    route: location.pathname.replace(/[0-9a-f-]{20,}/g, ":id"),
    online: navigator.onLine,
    browser: navigator.userAgent,
    when: new Date(),
  };
}
