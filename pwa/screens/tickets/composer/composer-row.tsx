import { channelAbilities } from "../../../../sync/contracts/channel-abilities.ts";
import { m } from "../../../i18n/paraglide/messages.js";
import { classNames } from "../../../ui/class-names.ts";
import { Switch } from "../../../ui/toggles.tsx";
import { useConversation } from "../conversation/conversation-context.tsx";
import type { Attaching } from "./attach-dialogs.tsx";
import { ComposerField } from "./composer-field.tsx";
import { ComposerTools } from "./composer-tools.tsx";
import { LineWords } from "./line-words.tsx";
import { SendButtons } from "./send-buttons.tsx";
import type { Composing, Writing } from "./use-composer.ts";
import { useComposerKeys } from "./use-composer-keys.ts";
import type { LineState } from "./use-line-state.ts";

type ComposerRowProps = {
  composer: Composing;
  writing: Writing;
  line: LineState;
  listId: string;
  sendLabel: string;
  onSelectLast: () => void;
  onAttach: (what: Attaching) => void;
  onSchedule: () => void;
};

/** The field with the buttons around it; hidden while a voice message is recorded. */
export function ComposerRow({ composer, writing, line, listId, sendLabel, ...on }: ComposerRowProps) {
  const { ticket } = useConversation();
  const { field, fieldText, draft, editing, quick, files, recording, signature, isBlank } = composer;
  const onKeyDown = useComposerKeys(composer, writing, on.onSelectLast);
  const isRecording = recording.state !== "idle";
  return (
    <div
      hidden={isRecording}
      className={classNames(
        isRecording ? "hidden" : "grid",
        "grid grid-cols-[auto_minmax(0,1fr)_auto] items-end gap-x-1 px-3 py-2 max-sm:px-1.5",
      )}
    >
      <ComposerField composer={composer} listId={listId} onKeyDown={onKeyDown} />
      <ComposerTools
        blank={isBlank}
        quickOpen={quick.replies !== null}
        onFiles={files.attachments.add}
        onAttach={channelAbilities[ticket.channel].cardsAndPlaces ? on.onAttach : null}
        onEmoji={fieldText.insert}
        onQuick={() => {
          quick.toggle();
          field.current?.focus();
        }}
        onSchedule={on.onSchedule}
      />
      <span className="flex min-w-0 items-center justify-end gap-2 max-sm:hidden">
        <LineWords line={line} connectionId={ticket.connectionId} draftSaved={draft.saved && !editing.message} />
        <Switch
          label={m.tickets_sign()}
          checked={signature.isOn}
          onChange={signature.change}
          className="px-2 text-xs max-md:hidden"
        />
      </span>
      <SendButtons
        blank={isBlank}
        queues={line === "offline"}
        sendLabel={sendLabel}
        onRecord={() => void recording.start()}
        onSend={() => void composer.send()}
      />
    </div>
  );
}
