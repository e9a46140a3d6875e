import { SendHorizontal, Square } from "lucide-react";
import { type FormEvent, useRef, useState } from "react";
import { MAX_PROMPT_CHARACTERS } from "../../../contracts/office/ai-text.ts";
import { useGrow } from "../../conversation/composer/grow.ts";
import { m } from "../../i18n/paraglide/messages.js";
import { Button } from "../../ui/button.tsx";
import { isEnter } from "../../ui/fields/enter-key.ts";
import type { Talking } from "./use-talk.ts";

type PromptFieldProps = { talking: Talking; host: string | null; disabled: boolean };

/** The field for a request. An empty one is ignored; while an answer is written the button stops it. */
export function PromptField({ talking: { answer, send, stop }, host, disabled }: PromptFieldProps) {
  const [text, setText] = useState("");
  const field = useRef<HTMLTextAreaElement>(null);
  useGrow(field, text);
  const isWriting = answer?.state === "writing";
  const isTooLong = text.trim().length > MAX_PROMPT_CHARACTERS;

  function handleSubmit(event?: FormEvent) {
    event?.preventDefault();
    const wanted = text.trim();
    if (wanted === "" || isWriting || isTooLong || disabled) return;
    setText("");
    void send(wanted);
  }
  return (
    <div className="shrink-0 border-note-ink border-t-[2.5px] bg-surface px-4 pt-2 pb-2.5 max-sm:px-2">
      <form onSubmit={handleSubmit} className="mx-auto max-w-180">
        <span className="field-ring flex items-end gap-2 rounded-lg p-1.5 focus-within:outline-2 focus-within:-outline-offset-1 focus-within:outline-focus">
          <textarea
            ref={field}
            rows={1}
            value={text}
            disabled={disabled}
            onChange={(event) => setText(event.target.value)}
            onKeyDown={(event) => {
              if (!isEnter(event) || event.shiftKey) return;
              event.preventDefault();
              handleSubmit();
            }}
            aria-label={m.ai_field()}
            placeholder={m.ai_field()}
            className="max-h-40 min-h-8 w-full resize-none bg-transparent px-1.5 py-1 outline-none placeholder:text-ink-3 disabled:text-ink-disabled"
          />
          {isWriting ? (
            <Button icon={<Square aria-hidden="true" size={14} />} onClick={stop}>
              {m.ai_stop()}
            </Button>
          ) : (
            <Button
              type="submit"
              kind="primary"
              aria-label={m.ai_send()}
              disabled={disabled || isTooLong}
              icon={<SendHorizontal aria-hidden="true" size={16} />}
            >
              <span className="sr-only">{m.ai_send()}</span>
            </Button>
          )}
        </span>
        <p className="pt-1.5 text-ink-3 text-xs" role={isTooLong ? "alert" : undefined}>
          {isTooLong ? m.ai_too_long({ most: MAX_PROMPT_CHARACTERS }) : m.ai_check()}{" "}
          {!isTooLong && host && m.ai_goes_to({ host })}
        </p>
      </form>
    </div>
  );
}
