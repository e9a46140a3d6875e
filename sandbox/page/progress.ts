import { state } from "./state.ts";
import { advance, type Progress } from "./steps.ts";

const KEY = "sandboxProgress";
const chatKey = () => `${state.connectionId} ${state.number}`;

/** Loads the stored progress of this conversation; another conversation starts at the first step. */
export function readProgress() {
  state.progress = { done: [], answersAtCut: 0 };
  const kept: (Progress & { chat: string }) | null = JSON.parse(localStorage.getItem(KEY) ?? "null");
  if (kept?.chat === chatKey()) state.progress = { done: kept.done, answersAtCut: kept.answersAtCut };
}

/** Marks the steps that the servers and Balcão show to be done, and stores the progress. */
export function updateProgress() {
  const { desk, messages, internet, frame } = state;
  const next = advance(state.progress, { desk, held: messages, internet, frame });
  if (next === state.progress) return;
  state.progress = next;
  localStorage.setItem(KEY, JSON.stringify({ chat: chatKey(), ...next }));
}
