import * as v from "valibot";
import { readEvents } from "../../../../contracts/event-data.ts";
import { type AiEnd, AiEvent, type AiRequest } from "../../../../contracts/office/ai-text.ts";
import { ApiError, NetworkError } from "../../../session/api-error.ts";
import { apiFetch, asJson } from "../../../session/api-fetch.ts";

const Event = v.pipe(v.string(), v.parseJson(), AiEvent);

/**
 * Requests an answer and calls `onText` with each part. Resolves with why it ended. Throws ApiError with the server's
 * code, NetworkError when the connection is lost, and an AbortError when `signal` is aborted.
 */
export async function streamAnswer(
  request: AiRequest,
  signal: AbortSignal,
  onText: (text: string) => void,
): Promise<AiEnd> {
  const response = await apiFetch("/ai/answers", { ...asJson("POST", request), signal });
  const events = readEvents();
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  for (let part = await read(reader); part && !part.done; part = await read(reader)) {
    for (const data of events.push(part.value)) {
      const event = v.parse(Event, data);
      if ("text" in event) onText(event.text);
      else if ("end" in event) return event.end;
      else throw new ApiError(502, event);
    }
  }
  throw new NetworkError("the answer has no end");
}

type Reader = ReadableStreamDefaultReader<string>;

async function read(reader: Reader | undefined) {
  try {
    return await reader?.read();
  } catch (error) {
    if (error instanceof TypeError) throw new NetworkError(error);
    throw error;
  }
}
