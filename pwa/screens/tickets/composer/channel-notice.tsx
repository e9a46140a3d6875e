import { Check, HardDrive, TriangleAlert, WifiOff } from "lucide-react";
import { m } from "../../../i18n/paraglide/messages.js";
import { useDirectory } from "../../../session/directory.tsx";
import { downSentence, restrictedSentence } from "./line-sentence.ts";
import type { ChannelState } from "./use-channel-state.ts";

type LineWordsProps = { line: ChannelState; connectionId: string | null; draftSaved: boolean };

/** Describes in text the connection state that the composer's upper edge shows in colour. */
export function ChannelNotice({ line, connectionId, draftSaved }: LineWordsProps) {
  const connection = useDirectory().connections.get(connectionId ?? "");
  if (line === "offline") {
    return (
      <span className="flex min-w-0 items-center gap-1 text-warn-ink text-xs">
        <WifiOff aria-hidden="true" size={13} className="shrink-0" />
        <span className="truncate">{m.tickets_line_offline()}</span>
      </span>
    );
  }
  if (line === "stuck") {
    return (
      <span className="flex min-w-0 items-center gap-1 text-danger-ink text-xs">
        <HardDrive aria-hidden="true" size={13} className="shrink-0" />
        <span className="truncate">{m.tickets_line_stuck()}</span>
      </span>
    );
  }
  if (connection && (line === "down" || line === "restricted")) {
    const words = line === "down" ? downSentence(connection) : restrictedSentence(connection);
    const ink = line === "down" ? "text-danger-ink" : "text-warn-ink";
    return (
      <span title={words} className={`flex min-w-0 items-center gap-1 text-xs ${ink}`}>
        <TriangleAlert aria-hidden="true" size={13} className="shrink-0" />
        <span className="truncate">{words}</span>
      </span>
    );
  }
  return (
    <span role="status" className="flex items-center gap-1 whitespace-nowrap text-ink-3 text-xs">
      {draftSaved && (
        <>
          <Check aria-hidden="true" size={13} />
          {m.tickets_draft_saved()}
        </>
      )}
    </span>
  );
}
