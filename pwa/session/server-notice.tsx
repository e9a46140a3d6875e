import { m } from "../i18n/paraglide/messages.js";
import { Button } from "../ui/button.tsx";
import { Skeleton } from "../ui/lists/skeleton.tsx";
import type { ServerData } from "./server-data/use-server-data.ts";

/**
 * Replaces data that only the server has: shows that it is loading, that there is no network, or that the request
 * failed.
 */
export function ServerNotice({ data }: { data: ServerData<unknown> & { again: () => void } }) {
  if (data.state === "loading") return <Skeleton className="h-16 w-full rounded-lg" />;
  return (
    <div className="flex items-center gap-2 text-ink-3 text-xs">
      <span className="min-w-0 flex-1">
        {data.state === "offline" ? m.tickets_needs_network() : m.tickets_not_read()}
      </span>
      {data.state === "failed" && (
        <Button size="small" onClick={data.again}>
          {m.tickets_retry()}
        </Button>
      )}
    </div>
  );
}
