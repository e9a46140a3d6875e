import { Sparkles, X } from "lucide-react";
import { m } from "../../../i18n/paraglide/messages.js";
import { useCommand } from "../../../session/desk.tsx";
import { classNames } from "../../../ui/class-names.ts";
import { usePhone } from "../../../ui/hooks/use-phone.ts";
import { IconButton } from "../../../ui/icon-button.tsx";
import { BottomSheet } from "../../../ui/layers/bottom-sheet.tsx";
import { toast } from "../../../ui/toasts/toast.tsx";
import { actionWords } from "./action-text.ts";
import { HelpPreview } from "./help-preview.tsx";
import { HelpResult } from "./help-result.tsx";
import { type HelpSource, useHelp } from "./use-help.ts";

export type HelpPanelProps = HelpSource & {
  /** Replaces the text of the field. */
  onWrite: (text: string) => void;
  onClose: () => void;
};

/** Offers the AI's actions on a conversation, between the messages and the field; a sheet on phones. */
export function HelpPanel({ onWrite, onClose, ...source }: HelpPanelProps) {
  const isPhone = usePhone();
  const help = useHelp(source);
  const send = useCommand();
  const { ticket, draft } = source;
  const { action, answer, preview } = help;

  async function handleUse() {
    onClose();
    if (action === "summarise") {
      await send("note.add", { ticketId: ticket.id, note: help.text });
      toast.success(m.ai_note_saved());
      return;
    }
    onWrite(help.text);
    toast.success(m.ai_put_done(), { action: { label: m.ai_undo(), onSelect: () => onWrite(draft) } });
  }
  const result = action && answer && (
    <HelpResult
      {...{ action, answer }}
      text={help.text}
      sent={help.sent}
      onUse={() => void handleUse()}
      onAgain={help.again}
      onShorter={help.shorter}
      onStop={help.stop}
    />
  );
  const ask = action && preview && <HelpPreview {...{ action, ...preview }} quick={help.quick} onSend={help.send} />;
  const title = action && answer ? actionWords[action].result() : m.ai_help();
  const subtitle = answer ? m.ai_nothing_sent({ name: ticket.contactName }) : null;
  if (isPhone)
    return (
      <BottomSheet open onClose={onClose} title={title} subtitle={subtitle}>
        {!result && <ActionList help={help} />}
        <div className="px-5 pt-3 pb-4 not-first:border-line not-first:border-t">{result ?? ask}</div>
      </BottomSheet>
    );
  return (
    <section aria-label={m.ai_help()} className="border-line border-b">
      <div className={classNames("flex", !result && "min-h-64")}>
        {!result && (
          <div className="w-64 shrink-0 border-line border-r py-1.5">
            <ActionList help={help} />
          </div>
        )}
        <div className="relative min-w-0 flex-1 px-4 py-3">
          <IconButton
            label={m.ui_close()}
            icon={<X size={18} />}
            size="small"
            onClick={onClose}
            className="absolute! top-2.5 right-3"
          />
          {result && (
            <h2 className="mb-2 flex items-baseline gap-2 pr-8 text-md">
              <Sparkles aria-hidden="true" size={15} className="translate-y-0.5 text-note-ink" />
              {title}
              <span className="font-normal text-ink-3 text-sm">{subtitle}</span>
            </h2>
          )}
          {result ?? ask ?? <p className="pr-8 text-ink-3 text-sm">{m.ai_choose()}</p>}
        </div>
      </div>
    </section>
  );
}

function ActionList({ help: { actions, action, choose } }: { help: ReturnType<typeof useHelp> }) {
  return (
    <ul aria-label={m.ai_help()} className="px-1.5">
      {actions.map((each) => {
        const { name, note, icon: Icon } = actionWords[each];
        return (
          <li key={each}>
            <button
              type="button"
              aria-pressed={each === action}
              onClick={() => choose(each)}
              className={classNames(
                "flex w-full gap-3 rounded-md px-3 py-2 text-left hover:bg-hover",
                each === action && "bg-sunken",
              )}
            >
              <Icon aria-hidden="true" size={16} className="mt-0.5 shrink-0 text-note-ink" />
              <span>
                <span className="block font-medium">{name()}</span>
                <span className="block text-ink-3 text-sm">{note()}</span>
              </span>
            </button>
          </li>
        );
      })}
    </ul>
  );
}
