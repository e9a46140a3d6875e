import * as v from "valibot";
import { richText } from "./rich-text.ts";

/** A step of a flow's reply: a text, a file at an address, or a command to the desk. */
export type FlowStep =
  | { type: "text"; text: string }
  | { type: "media"; url: string }
  | { type: "stop" }
  | { type: "handOver"; queueId: string | null; userId: string | null };

export type FlowReply = {
  /** Only in the first reply of a conversation. */
  sessionId: string | null;
  steps: FlowStep[];
  /** Numbered choices; null: the flow expects free text. */
  choices: string[] | null;
  /** The conversation has ended. */
  hasEnded: boolean;
};

const Loose = v.record(v.string(), v.unknown());
const Reply = v.object({
  sessionId: v.optional(v.nullable(v.string())),
  messages: v.optional(v.array(v.unknown()), []),
  input: v.optional(v.nullable(Loose)),
});
const Message = v.object({ type: v.string(), content: v.optional(v.nullable(Loose)) });
const Item = v.object({ content: v.optional(v.nullable(v.string())), title: v.optional(v.nullable(v.string())) });
const Command = v.object({
  stopBot: v.optional(v.boolean()),
  queueId: v.optional(v.nullable(v.union([v.string(), v.number()]))),
  userId: v.optional(v.nullable(v.union([v.string(), v.number()]))),
});
/** A longer reply is a defect of the flow. */
const MAX_STEPS = 50;

/** Parses a reply of Typebot's chat API; undefined: not a reply. Unknown kinds of messages are skipped. */
export function readReply(answer: unknown): FlowReply | undefined {
  const { success, output } = v.safeParse(Reply, answer);
  if (!success) return undefined;
  const choices = choicesOf(output.input ?? null);
  const steps = output.messages.slice(0, MAX_STEPS).flatMap(stepsOf);
  return { sessionId: output.sessionId ?? null, steps, choices, hasEnded: !output.input };
}

function stepsOf(message: unknown): FlowStep[] {
  const { success, output } = v.safeParse(Message, message);
  if (!success) return [];
  const content = output.content ?? {};
  if (output.type === "text") {
    const text = textOf(content).trim();
    return text === "" ? [] : [commandIn(text) ?? { type: "text", text }];
  }
  const url = typeof content.url === "string" ? content.url.trim() : "";
  if (!/^https?:\/\//.test(url)) return [];
  // An embedded page is sent as its address.
  return [output.type === "embed" ? { type: "text", text: url } : { type: "media", url }];
}

function textOf(content: Record<string, unknown>): string {
  if (typeof content.markdown === "string") return content.markdown;
  if (Array.isArray(content.richText)) return richText(content.richText);
  return typeof content.plainText === "string" ? content.plainText : "";
}

/** `#{"stopBot":true}`, `#{"queueId":"…","userId":"…"}` */
function commandIn(text: string): FlowStep | undefined {
  if (!text.startsWith("#{")) return undefined;
  const { success, output } = v.safeParse(Command, parse(text.slice(1)));
  if (!success) return undefined;
  if (output.stopBot) return { type: "stop" };
  const id = (value: string | number | null | undefined) => (value ? String(value) : null);
  const to = { queueId: id(output.queueId), userId: id(output.userId) };
  return to.queueId || to.userId ? { type: "handOver", ...to } : undefined;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function choicesOf(input: Record<string, unknown> | null): string[] | null {
  if (!input || !Array.isArray(input.items)) return null;
  const names = input.items.flatMap((item) => {
    const { success, output } = v.safeParse(Item, item);
    const name = success ? (output.content ?? output.title ?? "").trim() : "";
    return name === "" ? [] : [name];
  });
  return names.length > 0 ? names.slice(0, MAX_STEPS) : null;
}
