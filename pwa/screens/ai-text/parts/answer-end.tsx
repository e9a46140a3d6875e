import { m } from "../../../i18n/paraglide/messages.js";
import type { Answer } from "./use-answer.ts";

export const Typing = () => (
  <p role="status" className="flex items-center gap-1.5 pt-1 text-note-ink text-sm">
    <span aria-hidden="true" className="flex gap-0.5">
      {[0, 1, 2].map((dot) => (
        <span key={dot} className="size-1 animate-pulse rounded-full bg-current motion-reduce:animate-none" />
      ))}
    </span>
    {m.ai_typing()}
  </p>
);

/** Says why an answer is not complete; nothing for one that is. */
export function AnswerEnd({ state }: Pick<Answer, "state">) {
  const words = state === "stopped" ? m.error_ai_stopped() : state === "cut" ? m.ai_cut() : null;
  return words && <p className="text-ink-3 text-sm">{words}</p>;
}
