import { useEffect, useRef, useState } from "react";
import type { AiRequest } from "../../../../contracts/office/ai-text.ts";
import { errorMessage } from "../../../i18n/error-message.ts";
import { m } from "../../../i18n/paraglide/messages.js";
import { ApiError, NetworkError } from "../../../session/api-error.ts";

export type Answer = {
  state: "writing" | "complete" | "cut" | "stopped" | "failed";
  text: string;
  /** Why it failed; null otherwise. */
  failure: string | null;
};

/** Requests one answer at a time. It is stopped when the component leaves the screen. */
export function useAnswer() {
  const [answer, setAnswer] = useState<Answer | null>(null);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);

  /** Resolves with the answer as it ended; null when another request or `forget` replaced it. */
  async function ask(request: AiRequest): Promise<Answer | null> {
    running.current?.abort();
    const own = new AbortController();
    running.current = own;
    let text = "";
    const show = (state: Answer["state"], failure: string | null = null): Answer | null => {
      if (running.current !== own) return null;
      const next = { state, text, failure };
      setAnswer(next);
      return next;
    };
    show("writing");
    try {
      // Loaded with the first request, so that the screens start without it.
      const { streamAnswer } = await import("./stream-answer.ts");
      const end = await streamAnswer(request, own.signal, (part) => {
        text += part;
        show("writing");
      });
      return show(end);
    } catch (error) {
      if (own.signal.aborted) return show("stopped");
      return show("failed", failureOf(error));
    }
  }
  /** Keeps what has arrived. */
  const stop = () => running.current?.abort();
  function forget() {
    running.current?.abort();
    running.current = null;
    setAnswer(null);
  }
  return { answer, ask, stop, forget };
}

function failureOf(error: unknown): string {
  if (error instanceof ApiError) return errorMessage(error.code, error.details);
  if (error instanceof NetworkError) return m.lists_unreachable();
  throw error;
}
