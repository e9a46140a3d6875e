import { AlignLeft, Copy, RefreshCw, Sparkles, Zap } from "lucide-react";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { m } from "../../i18n/paraglide/messages.js";
import { useDeskUser } from "../../session/desk.tsx";
import { Button } from "../../ui/button.tsx";
import { Notice } from "../../ui/notice.tsx";
import { toast } from "../../ui/toasts/toast.tsx";
import type { Exchange } from "./history.ts";
import { AnswerEnd, Typing } from "./parts/answer-end.tsx";
import { SaveQuickDialog } from "./save-quick-dialog.tsx";
import type { Talking } from "./use-talk.ts";

type TalkViewProps = { talking: Talking; canAsk: boolean };

/** Shows the greeting, the exchanges and the answer that is being written. */
export function TalkView({ talking, canAsk }: TalkViewProps) {
  const { talk, asked, answer, again, send } = talking;
  const { name } = useDeskUser();
  const [quick, setQuick] = useState<string | null>(null);
  const end = useRef<HTMLDivElement>(null);
  const exchanges =
    asked === null || answer?.state !== "writing" ? (talk?.exchanges ?? []) : shownBefore(talk?.exchanges, asked);
  const size = (answer?.text.length ?? 0) + exchanges.length;
  useEffect(() => {
    if (size > 0) end.current?.scrollIntoView({ block: "end" });
  }, [size]);
  return (
    <div className="min-h-0 flex-1 overflow-y-auto px-4">
      <div className="mx-auto flex min-h-full w-full max-w-180 flex-col justify-end gap-4 py-4">
        <div className="py-4 text-center">
          <h2 className="text-2xl">{m.ai_greeting({ name: name.split(" ")[0] ?? name })}</h2>
          <p className="text-ink-3">{m.ai_greeting_hint()}</p>
        </div>
        {exchanges.map((exchange, place) => (
          <div key={exchange.at} className="flex flex-col gap-3">
            <Asked text={exchange.asked} />
            <AnswerBlock text={exchange.answer}>
              <AnswerEnd state={exchange.state} />
              {exchange.state === "failed" && (
                <Notice tone="danger">{exchange.failure ?? m.error_ai_unreachable()}</Notice>
              )}
              <AnswerActions
                exchange={exchange}
                canAsk={canAsk}
                onAgain={() => void again(exchanges, place)}
                onShorter={place === exchanges.length - 1 ? () => void send(m.ai_shorter_request()) : null}
                onQuick={() => setQuick(exchange.answer)}
              />
            </AnswerBlock>
          </div>
        ))}
        {asked !== null && answer?.state === "writing" && (
          <div className="flex flex-col gap-3">
            <Asked text={asked} />
            <AnswerBlock text={answer.text}>
              <Typing />
            </AnswerBlock>
          </div>
        )}
        <div ref={end} />
      </div>
      {quick !== null && <SaveQuickDialog text={quick} onClose={() => setQuick(null)} />}
    </div>
  );
}

/** A repeated request replaces its old exchange while the new answer is written. */
function shownBefore(exchanges: readonly Exchange[] = [], asked: string): readonly Exchange[] {
  return exchanges.at(-1)?.asked === asked ? exchanges.slice(0, -1) : exchanges;
}

const Asked = ({ text }: { text: string }) => (
  <p className="max-w-[85%] self-end whitespace-pre-wrap rounded-xl bg-note-soft px-3 py-2 text-on-note-soft [overflow-wrap:anywhere]">
    {text}
  </p>
);

function AnswerBlock({ text, children }: { text: string; children: ReactNode }) {
  return (
    <div className="flex gap-2.5">
      <span
        aria-hidden="true"
        className="control-ring grid size-7 shrink-0 place-items-center rounded-md bg-surface text-note-ink"
      >
        <Sparkles size={15} />
      </span>
      <div className="flex min-w-0 flex-1 flex-col gap-1.5">
        <section aria-label={m.ai_answer_label()} className="whitespace-pre-wrap pt-0.5 [overflow-wrap:anywhere]">
          {text}
        </section>
        {children}
      </div>
    </div>
  );
}

type AnswerActionsProps = {
  exchange: Exchange;
  canAsk: boolean;
  onAgain: () => void;
  onShorter: (() => void) | null;
  onQuick: () => void;
};

function AnswerActions({ exchange: { answer, state }, canAsk, onAgain, onShorter, onQuick }: AnswerActionsProps) {
  async function handleCopy() {
    await navigator.clipboard.writeText(answer);
    toast.success(m.ai_copied());
  }
  const action = { kind: "ghost", size: "small" } as const;
  return (
    <div className="-ml-2 flex flex-wrap gap-1">
      {answer && (
        <>
          <Button {...action} icon={<Copy aria-hidden="true" size={14} />} onClick={() => void handleCopy()}>
            {m.ai_copy()}
          </Button>
          <Button {...action} icon={<Zap aria-hidden="true" size={14} />} onClick={onQuick}>
            {m.ai_save_quick()}
          </Button>
          {onShorter && state !== "failed" && (
            <Button
              {...action}
              icon={<AlignLeft aria-hidden="true" size={14} />}
              disabled={!canAsk}
              onClick={onShorter}
            >
              {m.ai_shorter()}
            </Button>
          )}
        </>
      )}
      <Button {...action} icon={<RefreshCw aria-hidden="true" size={14} />} disabled={!canAsk} onClick={onAgain}>
        {m.ai_again()}
      </Button>
    </div>
  );
}
