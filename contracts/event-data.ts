/** Characters of one event. A longer one is refused, so that a stream without line ends cannot fill the memory. */
const MAX_EVENT_CHARACTERS = 256 * 1024;

/** A server-sent event is longer than any valid one. */
export class EventTooLargeError extends Error {}

export type EventReader = {
  /** Takes the next part of the stream, split anywhere, and returns the data of the events that it completes. */
  push(text: string): string[];
  /** Returns the data of a last event that no blank line follows. */
  end(): string[];
};

/**
 * Reads server-sent events (WHATWG HTML, 9.2): line ends LF, CR and CRLF, comments, several data lines, a byte order
 * mark. Only data is returned; event names, ids and retry times have no meaning here.
 */
export function readEvents(): EventReader {
  let rest = "";
  let data: string[] = [];
  let size = 0;
  let isFirst = true;

  const dispatch = (): string[] => {
    if (data.length === 0) return [];
    const event = data.join("\n");
    data = [];
    size = 0;
    return [event];
  };

  function take(line: string): string[] {
    if (line === "") return dispatch();
    const [, field = line, value = ""] = /^([^:]*):? ?(.*)$/s.exec(line) ?? [];
    if (field !== "data") return [];
    size += value.length;
    if (size > MAX_EVENT_CHARACTERS) throw new EventTooLargeError("a server-sent event is too large");
    data.push(value);
    return [];
  }

  return {
    push(text) {
      if (isFirst && text) {
        isFirst = false;
        text = text.replace(/^\ufeff/, "");
      }
      rest += text;
      const events: string[] = [];
      // A CR at the end may be the first half of a CRLF.
      const lines = rest.split(/\r\n|\n|\r(?!$)/);
      rest = lines.pop() ?? "";
      for (const line of lines) events.push(...take(line));
      if (rest.length > MAX_EVENT_CHARACTERS) throw new EventTooLargeError("a server-sent event is too large");
      return events;
    },
    end() {
      const events = rest ? take(rest.replace(/\r$/, "")) : [];
      rest = "";
      return [...events, ...dispatch()];
    },
  };
}
