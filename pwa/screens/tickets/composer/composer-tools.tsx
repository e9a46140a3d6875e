import { Calendar, NotebookPen, Sparkles, Zap } from "lucide-react";
import { AttachMenu } from "../../../conversation/composer/attach-menu.tsx";
import { WritingTools } from "../../../conversation/composer/writing-tools.tsx";
import { m } from "../../../i18n/paraglide/messages.js";
import { capsOf } from "../../../shell/keyboard/own-keys.ts";
import { usePhone } from "../../../ui/hooks/use-phone.ts";
import { IconButton } from "../../../ui/icon-button.tsx";
import type { Attaching } from "./attach-dialogs.tsx";

/** The help of the AI; the panel that it opens belongs to the composer. */
export type AiButton = { isOpen: boolean; toggle: () => void };

type ComposerToolsProps = {
  /** Whether there is nothing to send yet. */
  blank: boolean;
  quickOpen: boolean;
  onFiles: (files: Iterable<File>) => void;
  /** Null where the channel accepts only files. */
  onAttach: ((what: Attaching) => void) | null;
  onEmoji: (emoji: string) => void;
  onQuick: () => void;
  onSchedule: () => void;
  onNote: () => void;
  /** Null where the company has not enabled it. */
  ai: AiButton | null;
};

/** Shows the buttons that add something other than text to a message. */
export function ComposerTools({ blank, quickOpen, onFiles, onAttach, onEmoji, ai, ...on }: ComposerToolsProps) {
  const isPhone = usePhone();
  const onAiHelp = isPhone && ai ? ai.toggle : null;
  const hasMenu = onAttach !== null || isPhone;
  return (
    <WritingTools
      {...{ blank, onFiles, onEmoji }}
      attach={
        hasMenu
          ? (pickFile) => (
              <AttachMenu
                onFile={pickFile}
                onContact={onAttach && (() => onAttach("contact"))}
                onPlace={onAttach && (() => onAttach("place"))}
                onQuick={isPhone ? on.onQuick : null}
                onNote={isPhone ? on.onNote : null}
                onAiHelp={onAiHelp}
              />
            )
          : null
      }
    >
      <IconButton
        label={m.tickets_quick_replies()}
        icon={<Zap size={18} />}
        pressed={quickOpen}
        onClick={on.onQuick}
        className="max-sm:hidden"
      />
      <IconButton
        label={m.tickets_schedule()}
        shortcut={capsOf("schedule")}
        icon={<Calendar size={18} />}
        onClick={on.onSchedule}
        className="max-sm:hidden"
      />
      <IconButton
        label={m.keys_note()}
        shortcut={capsOf("note")}
        icon={<NotebookPen size={18} />}
        onClick={on.onNote}
        className="max-sm:hidden"
      />
      {ai && (
        <IconButton
          label={m.ai_help()}
          icon={<Sparkles size={18} />}
          pressed={ai.isOpen}
          onClick={ai.toggle}
          className="max-sm:hidden"
        />
      )}
    </WritingTools>
  );
}
