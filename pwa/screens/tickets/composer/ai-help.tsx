import { useSettings } from "../../../session/use-setting.ts";
import { lazyPart, OnDemand } from "../../../ui/on-demand.tsx";
import { useConversation } from "../conversation/conversation-context.tsx";
import type { Composing, Writing } from "./use-composer.ts";

const HelpPanel = lazyPart(async () => (await import("../../ai-text/parts/help-panel.tsx")).HelpPanel);

/** Returns whether the company has enabled an action of the composer. */
export function useHasAiHelp(): boolean {
  const { aiText, aiImprove, aiShorten, aiTranslate, aiSummarise, aiSuggest } = useSettings();
  return aiText === "enabled" && [aiImprove, aiShorten, aiTranslate, aiSummarise, aiSuggest].includes("enabled");
}

type AiHelpProps = { open: boolean; composer: Composing; messages: Writing["messages"]; onClose: () => void };

export function AiHelp({ open, composer: { editing, field }, messages, onClose }: AiHelpProps) {
  const { ticket } = useConversation();
  return (
    <OnDemand open={open}>
      {open && (
        <HelpPanel
          {...{ ticket, messages, onClose }}
          draft={editing.text}
          onWrite={(text) => {
            editing.write(text);
            field.current?.focus();
          }}
        />
      )}
    </OnDemand>
  );
}
