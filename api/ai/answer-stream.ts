import { DomainError } from "../../contracts/domain-error.ts";
import type { AiEnd, AiEvent } from "../../contracts/office/ai-text.ts";

/** Comments keep proxies from closing a stream while the model thinks. */
const BEAT_MS = 10_000;

type Source = {
  /** Starts the answer; `signal` is aborted when the browser closes the stream. */
  parts: (signal: AbortSignal) => AsyncIterator<{ text: string } | { end: AiEnd }>;
  onFailure: (error: unknown) => void;
};

/** Answers server-sent events, one for each part. A failure is the last event, because the status is sent by then. */
export function answerStream({ parts, onFailure }: Source): Response {
  const encoder = new TextEncoder();
  const stop = new AbortController();
  const source = parts(stop.signal);
  let beat: NodeJS.Timeout | undefined;
  const close = () => {
    clearInterval(beat);
    stop.abort();
  };
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(encoder.encode(": open\n\n"));
      beat = setInterval(() => controller.enqueue(encoder.encode(": beat\n\n")), BEAT_MS);
    },
    async pull(controller) {
      const { event, isLast } = await next();
      if (stop.signal.aborted) return;
      if (event) controller.enqueue(encoder.encode(`data: ${JSON.stringify(event)}\n\n`));
      if (!isLast) return;
      close();
      controller.close();
    },
    cancel: close,
  });

  async function next(): Promise<{ event: AiEvent | null; isLast: boolean }> {
    try {
      const { value, done } = await source.next();
      return { event: done ? null : value, isLast: done === true };
    } catch (error) {
      if (!stop.signal.aborted) onFailure(error);
      return { event: errorEvent(error), isLast: true };
    }
  }

  return new Response(body, {
    headers: {
      "Content-Type": "text/event-stream; charset=utf-8",
      // Proxies must neither store nor compress it, because both hold back its parts.
      "Cache-Control": "no-store, no-transform",
      "X-Accel-Buffering": "no",
    },
  });
}

const errorEvent = (error: unknown): AiEvent =>
  error instanceof DomainError ? { error: error.code, details: error.details } : { error: "ERR_INTERNAL" };
