import { Sparkles } from "lucide-react";
import type { AiAction } from "../../../../contracts/office/ai-purposes.ts";
import { m } from "../../../i18n/paraglide/messages.js";
import { Button } from "../../../ui/button.tsx";
import { Checkbox } from "../../../ui/fields/toggles.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { actionWords } from "./action-text.ts";
import { LeavingTable } from "./leaving-table.tsx";
import type { LeavingRow } from "./what-leaves.ts";

type HelpPreviewProps = {
  action: AiAction;
  /** Everything that leaves, the fixed instruction first. */
  rows: readonly LeavingRow[];
  host: string | null;
  /** Why the action cannot be sent now; null: it can. */
  obstacle: string | null;
  quick: { wanted: boolean; change: (wanted: boolean) => void };
  onSend: () => void;
};

/** Shows exactly what would leave the company and asks before it is sent. */
export function HelpPreview({ action, rows, host, obstacle, quick, onSend }: HelpPreviewProps) {
  return (
    <div className="flex flex-col gap-2">
      <h3 className="text-md">{m.ai_leaves()}</h3>
      <p className="text-ink-3 text-sm">
        {m.ai_stays()} {host && m.ai_server_at({ host })}
      </p>
      {obstacle ? <Notice tone="warn">{obstacle}</Notice> : <LeavingTable rows={rows} />}
      <div className="flex flex-wrap items-center justify-end gap-2">
        {action === "suggest" && (
          <Checkbox label={m.ai_with_quick()} checked={quick.wanted} onChange={quick.change} className="mr-auto" />
        )}
        <Button
          kind="primary"
          icon={<Sparkles aria-hidden="true" size={16} />}
          disabled={obstacle !== null}
          onClick={onSend}
          className="max-sm:w-full"
        >
          {actionWords[action].send()}
        </Button>
      </div>
    </div>
  );
}
