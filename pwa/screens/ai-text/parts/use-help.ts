import { useMemo, useState } from "react";
import type { QuickMessageDocument } from "../../../../contracts/desk/quick-messages.ts";
import { aiInstructions } from "../../../../contracts/office/ai-instructions.ts";
import { type AiAction, aiActions, aiSettings } from "../../../../contracts/office/ai-purposes.ts";
import { type AiMessage, MAX_PROMPT_CHARACTERS } from "../../../../contracts/office/ai-text.ts";
import type { MessageView, TicketView } from "../../../../sync/client/index.ts";
import { m } from "../../../i18n/paraglide/messages.js";
import { getLocale } from "../../../i18n/paraglide/runtime.js";
import { useDesk, useDeskUser, useObservable, useSyncStatus } from "../../../session/desk.tsx";
import { useSettings } from "../../../session/use-setting.ts";
import { openHider } from "./hide-personal.ts";
import { useAiState } from "./use-ai-state.ts";
import { useAnswer } from "./use-answer.ts";
import { type LeavingRow, leavingText, whatLeaves } from "./what-leaves.ts";

export type HelpSource = { ticket: TicketView; messages: readonly MessageView[]; draft: string };

const none: QuickMessageDocument[] = [];
const fixed = (id: string, who: string, text: string): LeavingRow => ({
  ...{ id, who, stays: null },
  pieces: [{ text, isHidden: false, at: 0 }],
});

/** Holds the help for one conversation: the chosen action, what it would send, what was sent, and the answer. */
export function useHelp({ ticket, messages, draft }: HelpSource) {
  const [action, setAction] = useState<AiAction | null>(null);
  const [withQuick, setWithQuick] = useState(true);
  const [sent, setSent] = useState<{ rows: LeavingRow[]; messages: AiMessage[] } | null>(null);
  const hider = useMemo(() => openHider(ticket.contactName), [ticket.contactName]);
  const { answer, ask, stop, forget } = useAnswer();
  const { host } = useAiState();
  const { linkUp } = useSyncStatus();
  const settings = useSettings();
  const desk = useDesk();
  const { id } = useDeskUser();
  const known = useObservable(() => desk.quickMessages$(), [desk], none);
  const quickReplies = withQuick ? known.filter((reply) => reply.isGeneral || reply.userId === id) : [];
  const rows = action ? whatLeaves(action, { messages, draft, quickReplies, hider }) : [];
  const text = leavingText(rows);

  function obstacleOf(wanted: AiAction): string | null {
    if (!linkUp) return m.ai_offline();
    if (wanted !== "summarise" && wanted !== "suggest" && draft.trim() === "") return m.ai_needs_draft();
    if (text === "") return m.ai_needs_messages();
    return text.length > MAX_PROMPT_CHARACTERS ? m.ai_too_long({ most: MAX_PROMPT_CHARACTERS }) : null;
  }
  const language = getLocale();
  const withInstruction = (wanted: AiAction) => [
    fixed("instruction", m.ai_instruction(), aiInstructions[wanted][language]),
    ...rows,
  ];

  function request(purpose: AiAction, next: { rows: LeavingRow[]; messages: AiMessage[] }) {
    setSent(next);
    void ask({ purpose, language, messages: next.messages });
  }
  const send = () => action && request(action, { rows: withInstruction(action), messages: [{ role: "user", text }] });
  const again = () => action && sent && request(action, sent);
  /** Sends the answer back with the wish for a shorter one: nothing else of the company leaves. */
  function shorter() {
    if (!action || !sent || !answer) return;
    const turn = sent.messages.length;
    const wish = m.ai_shorter_request();
    const turns: AiMessage[] = [
      { role: "assistant", text: answer.text },
      { role: "user", text: wish },
    ];
    const added = [
      fixed(`answer ${turn}`, m.ai_answer_row(), answer.text),
      fixed(`wish ${turn}`, m.ai_instruction(), wish),
    ];
    request(action, { rows: [...sent.rows, ...added], messages: [...sent.messages, ...turns] });
  }
  function choose(next: AiAction) {
    forget();
    setSent(null);
    setAction(next);
  }
  return {
    actions: aiActions.filter((each) => settings[aiSettings[each]] === "enabled"),
    action,
    choose,
    preview: action && { rows: withInstruction(action), obstacle: obstacleOf(action), host },
    quick: { wanted: withQuick, change: setWithQuick },
    sent: sent?.rows ?? [],
    answer,
    text: answer ? hider.restore(answer.text) : "",
    send,
    again,
    shorter,
    stop,
  };
}
