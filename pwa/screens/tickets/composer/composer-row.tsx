import { channelAbilities } from "../../../../contracts/desk/channel-abilities.ts";
import { ComposerField } from "../../../conversation/composer/composer-field.tsx";
import { SendButtons } from "../../../conversation/composer/send-buttons.tsx";
import { m } from "../../../i18n/paraglide/messages.js";
import { classNames } from "../../../ui/class-names.ts";
import { Switch } from "../../../ui/fields/toggles.tsx";
import { useConversation } from "../conversation/conversation-context.tsx";
import type { Attaching } from "./attach-dialogs.tsx";
import { ChannelNotice } from "./channel-notice.tsx";
import { type AiButton, ComposerTools } from "./composer-tools.tsx";
import { quickReplyId } from "./quick-reply-list.tsx";
import type { ChannelState } from "./use-channel-state.ts";
import type { Composing, Writing } from "./use-composer.ts";
import { useComposerKeys } from "./use-composer-keys.ts";

type ComposerRowProps = {
  composer: Composing;
  writing: Writing;
  line: ChannelState;
  listId: string;
  sendLabel: string;
  onSelectLast: () => void;
  /** Called by Escape: the focus goes to the messages. */
  onLeave: () => void;
  onAttach: (what: Attaching) => void;
  onSchedule: () => void;
  ai: AiButton | null;
};

/** The field with the buttons around it; hidden while a voice message is recorded. */
export function ComposerRow({ composer, writing, line, listId, sendLabel, ai, ...on }: ComposerRowProps) {
  const { ticket } = useConversation();
  const { field, fieldText, draft, editing, quick, files, recording, signature, isBlank } = composer;
  const onKeyDown = useComposerKeys(composer, writing, on);
  const isRecording = recording.state !== "idle";
  return (
    <div
      hidden={isRecording}
      className={classNames(
        isRecording ? "hidden" : "grid",
        "grid grid-cols-[auto_minmax(0,1fr)_auto] items-end gap-x-1 px-3 py-2 max-sm:px-1.5",
      )}
    >
      <ComposerField
        ref={field}
        label={m.tickets_composer_label({ name: ticket.contactName })}
        placeholder={ticket.status === "pending" ? m.tickets_composer_accepts() : m.tickets_composer_placeholder()}
        text={editing.text}
        onText={editing.write}
        blank={isBlank}
        onFiles={files.attachments.add}
        onKeyDown={onKeyDown}
        aria-controls={quick.replies ? listId : undefined}
        aria-autocomplete={quick.replies ? "list" : undefined}
        aria-activedescendant={quick.replies?.length ? quickReplyId(listId, quick.active) : undefined}
      />
      <ComposerTools
        blank={isBlank}
        quickOpen={quick.replies !== null}
        onFiles={files.attachments.add}
        onAttach={channelAbilities[ticket.channel].cardsAndPlaces ? on.onAttach : null}
        onEmoji={fieldText.insert}
        onQuick={() => {
          quick.toggle();
          field.current?.focus();
          // A menu gives the focus back to its button when it closes.
          requestAnimationFrame(() => field.current?.focus());
        }}
        onSchedule={on.onSchedule}
        onNote={composer.mode.enter}
        ai={ai}
      />
      <span className="flex min-w-0 items-center justify-end gap-2 max-sm:hidden">
        <ChannelNotice line={line} connectionId={ticket.connectionId} draftSaved={draft.saved && !editing.message} />
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
