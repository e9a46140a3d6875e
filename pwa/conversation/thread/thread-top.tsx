import { WifiOff } from "lucide-react";
import { m } from "../../i18n/paraglide/messages.js";
import { useSyncStatus } from "../../session/desk.tsx";
import { Button } from "../../ui/button.tsx";

type ThreadTopProps = {
  thread: { hasOlder: boolean; endsHere: boolean; isKnown: boolean };
  loading: boolean;
  onLoad: () => void;
  /** Shown above the first message of the thread. */
  startText: string;
};

/** Shows above the messages whether older ones exist and how to see them. Not known yet is not none. */
export function ThreadTop({ thread, loading, onLoad, startText }: ThreadTopProps) {
  const { linkUp } = useSyncStatus();
  if (!thread.isKnown) {
    return (
      <p role="status" className="self-center py-1 text-ink-3 text-xs">
        {linkUp ? m.tickets_thread_loading() : m.tickets_thread_elsewhere()}
      </p>
    );
  }
  if (thread.endsHere) {
    return (
      <p className="mx-auto mb-1 flex max-w-108 items-center gap-2 border-line border-b px-2 pb-2 text-center text-warn-ink text-xs">
        <WifiOff aria-hidden="true" size={14} className="shrink-0" />
        {m.tickets_copy_ends()}
      </p>
    );
  }
  if (loading) return <p className="self-center py-1 text-ink-3 text-xs">{m.tickets_loading_older()}</p>;
  if (thread.hasOlder) {
    return (
      <Button kind="ghost" size="small" className="self-center" onClick={onLoad}>
        {m.tickets_load_older()}
      </Button>
    );
  }
  return <p className="self-center py-1 text-ink-3 text-xs">{startText}</p>;
}
