import type { Answers, Change, FaultChange, Internet, Requests, ShownFaults } from "../wire.ts";
import { t, textOr } from "./translate.ts";

async function call(path: string, init?: RequestInit) {
  const response = await fetch(`/sandbox${path}`, init);
  const answer = await response.json();
  if (!response.ok) throw new Error(textOr(String(answer.error), t("error_unknown")));
  return answer;
}

export const get = <P extends keyof Answers>(path: P, query: Record<string, string> = {}): Promise<Answers[P]> =>
  call(`${path}?${new URLSearchParams(query)}`);

const asJson = (method: "POST" | "PUT", body: unknown): RequestInit => ({
  method,
  headers: { "content-type": "application/json" },
  body: JSON.stringify(body),
});

export const post = <P extends keyof Requests>(path: P, body: Requests[P]): Promise<unknown> =>
  call(path, asJson("POST", body));

/** Changes the faults of a connection and returns all of them. */
export const postFaults = (change: FaultChange): Promise<ShownFaults> => call("/faults", asJson("POST", change));

/** Sets the internet of this browser's Balcão. `keepalive` lets the request finish while the page is being left. */
export const putInternet = (internet: Internet, keepalive = false): Promise<unknown> =>
  call("/internet", { ...asJson("PUT", { internet }), keepalive });

/** Calls back at every change of the phones, and after each reconnect of the event stream. */
export function listen(onChange: (change: Pick<Change, "type">) => void) {
  const stream = new EventSource("/sandbox/events");
  stream.onmessage = ({ data }) => onChange(JSON.parse(data));
  stream.onopen = () => onChange({ type: "connection" });
}
