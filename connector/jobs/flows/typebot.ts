import { type FlowReply, type FlowTurn, readReply } from "../../../domain/desk/automation/index.ts";
import { type AddressPolicy, fetchUntrusted } from "../../../outside/untrusted-fetch/index.ts";

const TIMEOUT_MS = 10_000;
const MAX_BYTES = 1024 * 1024;

/** The flow's answer is missing or invalid. */
export class FlowError extends Error {}

/**
 * Sends a turn to a Typebot flow (docs.typebot.io, chat API v1). When it is unknown whether the flow got an earlier
 * input, a new session is started and all inputs are repeated; the last reply counts. Throws `FlowError`.
 */
export async function askFlow(turn: FlowTurn, hosts: AddressPolicy): Promise<FlowReply> {
  const base = turn.url.replace(/\/+$/, "");
  const call = async (path: string, json: unknown): Promise<FlowReply> => {
    const content = { body: JSON.stringify(json), headers: { "content-type": "application/json" } };
    const request = { ...hosts, ...content, timeoutMs: TIMEOUT_MS, maxBytes: MAX_BYTES };
    const { status, body } = await fetchUntrusted(`${base}/api/v1/${path}`, request);
    const reply = status >= 200 && status < 300 ? readReply(parse(body)) : undefined;
    if (!reply) throw new FlowError(`the flow gave no valid reply (status ${status})`);
    return reply;
  };
  const begin = () =>
    call(`typebots/${encodeURIComponent(turn.slug)}/startChat`, { prefilledVariables: turn.variables });
  const sendInput = (sessionId: string, message: string) =>
    call(`sessions/${encodeURIComponent(sessionId)}/continueChat`, { message });

  if (turn.input !== null && turn.sessionId && !turn.replay) return sendInput(turn.sessionId, turn.input);
  const first = await begin();
  const { sessionId } = first;
  if (turn.input === null) return first;
  if (!sessionId) throw new FlowError("the flow returned no session id");
  for (const earlierInput of turn.replay ?? []) await sendInput(sessionId, earlierInput);
  return { ...(await sendInput(sessionId, turn.input)), sessionId };
}

function parse(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString("utf8"));
  } catch {
    return undefined;
  }
}
