import { AlignLeft, Languages, List, type LucideIcon, MessageSquareReply, Pencil } from "lucide-react";
import type { AiAction } from "../../../../contracts/office/ai-purposes.ts";
import { m } from "../../../i18n/paraglide/messages.js";

type Words = Record<"name" | "note" | "send" | "result", () => string> & { icon: LucideIcon };

export const actionWords: Record<AiAction, Words> = {
  improve: {
    name: m.ai_improve,
    note: m.ai_improve_note,
    send: m.ai_send_improve,
    result: m.ai_result_improve,
    icon: Pencil,
  },
  shorten: {
    name: m.ai_shorten,
    note: m.ai_shorten_note,
    send: m.ai_send_shorten,
    result: m.ai_result_shorten,
    icon: AlignLeft,
  },
  translate: {
    name: m.ai_translate,
    note: m.ai_translate_note,
    send: m.ai_send_translate,
    result: m.ai_result_translate,
    icon: Languages,
  },
  summarise: {
    name: m.ai_summarise,
    note: m.ai_summarise_note,
    send: m.ai_send_summarise,
    result: m.ai_result_summarise,
    icon: List,
  },
  suggest: {
    name: m.ai_suggest,
    note: m.ai_suggest_note,
    send: m.ai_send_suggest,
    result: m.ai_result_suggest,
    icon: MessageSquareReply,
  },
};
