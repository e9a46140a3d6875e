import { CircleAlert, RefreshCw } from "lucide-react";
import { useState } from "react";
import { moment } from "../../i18n/full-dates.ts";
import { m } from "../../i18n/paraglide/messages.js";
import { Button } from "../../ui/button.tsx";
import { ConfirmDialog } from "../../ui/layers/dialog.tsx";

type FailedMessageProps = {
  reason: string;
  at: string;
  /** Null where sending again cannot help. */
  onRetry: (() => Promise<unknown>) | null;
  onEdit: (() => void) | null;
  onDiscard: () => void;
};

/** Says below a message why it failed to send and how to resolve it, until the user decides. */
export function FailedMessage({ reason, at, onRetry, onEdit, onDiscard }: FailedMessageProps) {
  const [asking, setAsking] = useState(false);
  const [isRetried, setRetried] = useState(false);

  /** The button stays disabled until this part disappears: a second press would send a second command. */
  async function retryOnce() {
    setRetried(true);
    try {
      await onRetry?.();
    } catch (error) {
      setRetried(false);
      throw error;
    }
  }
  return (
    <div className="mt-1.25 flex max-w-[82%] flex-col items-end gap-1.5">
      <p role="alert" className="flex items-start gap-1.5 font-medium text-danger-ink text-xs">
        <CircleAlert aria-hidden="true" size={14} className="mt-px shrink-0" />
        <span>
          {reason}
          <span className="sr-only"> ({moment(at)})</span>
        </span>
      </p>
      <div className="flex flex-wrap justify-end gap-2">
        {onRetry && (
          <Button size="small" icon={<RefreshCw size={14} />} disabled={isRetried} onClick={() => void retryOnce()}>
            {m.tickets_retry()}
          </Button>
        )}
        {onEdit && (
          <Button size="small" onClick={onEdit}>
            {m.tickets_edit()}
          </Button>
        )}
        <Button size="small" kind="danger-ghost" onClick={() => setAsking(true)}>
          {m.tickets_discard()}
        </Button>
      </div>
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        onConfirm={onDiscard}
        title={m.tickets_discard_title()}
        confirmLabel={m.tickets_discard()}
      >
        {m.tickets_discard_text()}
      </ConfirmDialog>
    </div>
  );
}
