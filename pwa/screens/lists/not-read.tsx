import { RefreshCw } from "lucide-react";
import { errorMessage } from "../../i18n/error-message.ts";
import { m } from "../../i18n/paraglide/messages.js";
import type { ServerData } from "../../session/server-data/use-server-data.ts";
import { Button } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/lists/empty-state.tsx";
import { RowSkeleton } from "../../ui/lists/skeleton.tsx";

type NotReadProps = {
  data: ServerData<unknown> & { again: () => void };
  offlineTitle?: string;
  offlineText?: string;
};

/** Replaces a screen's content that only the server has while it loads, and when it could not be loaded. */
export function NotRead({ data: { state, missing, again }, offlineTitle, offlineText }: NotReadProps) {
  if (state === "ready") return null;
  if (state === "loading") return <RowSkeleton />;
  if (missing) return <EmptyState art="alarm" title={errorMessage(missing)} />;
  const isOffline = state === "offline";
  return (
    <EmptyState
      art="alarm"
      title={isOffline ? (offlineTitle ?? m.lists_offline_title()) : m.lists_failed_title()}
      actions={
        <Button icon={<RefreshCw aria-hidden="true" size={15} />} onClick={again}>
          {m.ui_try_again()}
        </Button>
      }
    >
      {isOffline ? (offlineText ?? m.lists_offline_text()) : m.lists_failed_text()}
    </EmptyState>
  );
}
