import { type KeyboardEvent, useState } from "react";
import type { QuickMessageDocument } from "../../../../contracts/desk/quick-messages.ts";
import { useDesk, useDeskUser, useObservable } from "../../../session/desk.tsx";
import { isEnter } from "../../../ui/fields/enter-key.ts";
import { useSystemBack } from "../../../ui/layers/use-system-back.ts";
import { matchQuickReplies, offeredTo } from "./quick-replies.ts";

const none: QuickMessageDocument[] = [];

/**
 * Manages the list of quick replies, opened by a slash or by its button, and the keys that move through it while the
 * field keeps the focus.
 */
export function useQuickReplies(text: string, use: (reply: QuickMessageDocument) => void) {
  const desk = useDesk();
  const { id } = useDeskUser();
  const known = useObservable(() => desk.quickMessages$(), [desk], none);
  const all = offeredTo(id, known);
  const [asked, setAsked] = useState(false);
  const [dismissed, setDismissed] = useState<string | null>(null);
  const [chosen, setChosen] = useState({ text: "", index: 0 });

  const matches = dismissed === text ? null : matchQuickReplies(text, all);
  const everything = asked && text === "" ? [...all].sort((a, b) => a.shortcode.localeCompare(b.shortcode)) : null;
  const replies = matches ?? everything;
  const active = chosen.text === text ? Math.min(chosen.index, (replies?.length ?? 1) - 1) : 0;

  const close = () => {
    setAsked(false);
    setDismissed(text);
  };
  useSystemBack(replies !== null, close);
  const choose = (reply: QuickMessageDocument) => {
    setAsked(false);
    use(reply);
  };
  const handleKey = (event: KeyboardEvent): boolean => {
    if (!replies) return false;
    const reply = replies[active];
    if (event.key === "Escape") close();
    else if (!reply) return false;
    else if (event.key === "ArrowDown") setChosen({ text, index: (active + 1) % replies.length });
    else if (event.key === "ArrowUp") setChosen({ text, index: (active - 1 + replies.length) % replies.length });
    else if ((isEnter(event) && !event.shiftKey) || event.key === "Tab") choose(reply);
    else return false;
    event.preventDefault();
    return true;
  };
  const toggle = () => (replies ? close() : setAsked(true));
  return { replies, total: all.length, active, choose, close, toggle, handleKey };
}
