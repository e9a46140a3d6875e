import { Plus } from "lucide-react";
import { useState } from "react";
import { shortMoment } from "../../i18n/date-time.ts";
import { m } from "../../i18n/paraglide/messages.js";
import { Button } from "../../ui/button.tsx";
import { classNames } from "../../ui/class-names.ts";
import { ConfirmDialog } from "../../ui/layers/dialog.tsx";
import { titleOf } from "./history.ts";
import type { Talking } from "./use-talk.ts";

type TalkListProps = { talking: Talking; onOpen: (id: string | null) => void };

/** Lists the conversations of this device, and says where they are kept. */
export function TalkList({ talking: { talks, openId, clear }, onOpen }: TalkListProps) {
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <Button icon={<Plus aria-hidden="true" size={16} />} onClick={() => onOpen(null)} className="mx-4 my-3">
        {m.ai_new()}
      </Button>
      <ul aria-label={m.ai_history()} className="min-h-0 flex-1 overflow-y-auto px-2">
        {talks.map((talk) => (
          <li key={talk.id}>
            <button
              type="button"
              aria-current={talk.id === openId || undefined}
              onClick={() => onOpen(talk.id)}
              className={classNames(
                "block w-full rounded-md px-3 py-2 text-left hover:bg-hover",
                talk.id === openId && "bg-primary-soft text-on-primary-soft",
              )}
            >
              <span className="block truncate font-medium text-sm">{titleOf(talk)}</span>
              <time dateTime={talk.updatedAt} className="block text-ink-3 text-xs">
                {shortMoment(talk.updatedAt)}
              </time>
            </button>
          </li>
        ))}
      </ul>
      <p className="shrink-0 border-line border-t px-4 py-3 text-ink-3 text-xs">
        {m.ai_history_note()}{" "}
        {talks.length > 0 && (
          <button
            type="button"
            onClick={() => setAsking(true)}
            className="font-medium text-primary-ink underline-offset-2 hover:underline"
          >
            {m.ai_delete_all()}
          </button>
        )}
      </p>
      <ConfirmDialog
        open={isAsking}
        title={m.ai_delete_title()}
        confirmLabel={m.ai_delete_all()}
        onClose={() => setAsking(false)}
        onConfirm={() => {
          setAsking(false);
          clear();
        }}
      >
        {m.ai_delete_text()}
      </ConfirmDialog>
    </>
  );
}
