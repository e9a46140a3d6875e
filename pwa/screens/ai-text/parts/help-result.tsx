import { ChevronDown, Eye, NotebookPen, RefreshCw, Square } from "lucide-react";
import { useState } from "react";
import type { AiAction } from "../../../../contracts/office/ai-purposes.ts";
import { m } from "../../../i18n/paraglide/messages.js";
import { Button } from "../../../ui/button.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { AnswerEnd, Typing } from "./answer-end.tsx";
import { LeavingTable } from "./leaving-table.tsx";
import type { Answer } from "./use-answer.ts";
import type { LeavingRow } from "./what-leaves.ts";

type HelpResultProps = {
  action: AiAction;
  answer: Answer;
  /** The answer with the personal data back in it. */
  text: string;
  sent: readonly LeavingRow[];
  onUse: () => void;
  onAgain: () => void;
  onShorter: () => void;
  onStop: () => void;
};

/** Shows the answer as it arrives. Nothing of it reaches the customer by itself. */
export function HelpResult({ action, answer, text, sent, ...on }: HelpResultProps) {
  const [showsSent, setShowsSent] = useState(false);
  const isWriting = answer.state === "writing";
  const isSummary = action === "summarise";
  return (
    <div className="flex flex-col gap-2.5">
      {(text || isWriting) && (
        <div className="max-h-52 overflow-y-auto rounded-lg bg-note-soft px-3 py-2 text-on-note-soft">
          <section aria-label={m.ai_answer_label()} className="whitespace-pre-wrap [overflow-wrap:anywhere]">
            {text}
          </section>
          {isWriting && <Typing />}
        </div>
      )}
      {answer.failure ? <Notice tone="danger">{answer.failure}</Notice> : <AnswerEnd state={answer.state} />}
      {showsSent && <LeavingTable rows={sent} />}
      <div className="flex flex-wrap items-center gap-2">
        {isWriting ? (
          <Button icon={<Square aria-hidden="true" size={14} />} onClick={on.onStop}>
            {m.ai_stop()}
          </Button>
        ) : (
          <>
            {text && (
              <Button
                kind="primary"
                icon={
                  isSummary ? (
                    <NotebookPen aria-hidden="true" size={15} />
                  ) : (
                    <ChevronDown aria-hidden="true" size={16} />
                  )
                }
                onClick={on.onUse}
              >
                {isSummary ? m.ai_save_note() : m.ai_put()}
              </Button>
            )}
            <Button icon={<RefreshCw aria-hidden="true" size={15} />} onClick={on.onAgain}>
              {m.ai_again()}
            </Button>
            {text && (
              <Button kind="ghost" onClick={on.onShorter}>
                {m.ai_shorter_answer()}
              </Button>
            )}
          </>
        )}
        <Button
          kind="ghost"
          aria-pressed={showsSent}
          icon={<Eye aria-hidden="true" size={15} />}
          onClick={() => setShowsSent(!showsSent)}
          className="ml-auto"
        >
          {m.ai_see_sent()}
        </Button>
      </div>
    </div>
  );
}
