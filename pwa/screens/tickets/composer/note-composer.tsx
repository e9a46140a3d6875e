import { Lock, NotebookPen, Plus, Reply, X } from "lucide-react";
import { useState } from "react";
import { AnsweredBar } from "../../../conversation/composer/answered-bar.tsx";
import { EmojiButton } from "../../../conversation/composer/emoji-button.tsx";
import { useGrow } from "../../../conversation/composer/grow.ts";
import { pastedFiles } from "../../../conversation/composer/pasted-files.ts";
import { useFieldText } from "../../../conversation/composer/use-field-text.ts";
import { moment } from "../../../i18n/full-dates.ts";
import { m } from "../../../i18n/paraglide/messages.js";
import { displayName } from "../../../i18n/phone-number.ts";
import { useSyncStatus } from "../../../session/desk.tsx";
import { isPressed } from "../../../shell/keyboard/pressed.ts";
import { twinOf } from "../../../shell/keyboard/shortcuts.ts";
import { Button } from "../../../ui/button.tsx";
import { classNames } from "../../../ui/class-names.ts";
import { isComposingKey, isEnter } from "../../../ui/fields/enter-key.ts";
import { IconButton } from "../../../ui/icon-button.tsx";
import { Kbd } from "../../../ui/kbd.tsx";
import { keepFocus } from "../../../ui/layers/keep-focus.ts";
import { LazyMenu, MenuItem } from "../../../ui/layers/menu.tsx";
import { useSystemBack } from "../../../ui/layers/use-system-back.ts";
import { useConversation } from "../conversation/conversation-context.tsx";
import type { useNoteMode } from "./use-note-mode.ts";

/** Writes a note for the team. It has no way to send a message. */
export function NoteComposer({ mode }: { mode: ReturnType<typeof useNoteMode> }) {
  const { ticket } = useConversation();
  const { draft, field, leave } = mode;
  const { text, write, problem } = draft;
  const [filesRefused, setFilesRefused] = useState(false);
  useGrow(field, text);
  const fieldText = useFieldText(field, text, write);
  useSystemBack(true, leave);
  const name = displayName(ticket.contactName);
  const blank = text.trim() === "";
  const save = () => {
    setFilesRefused(false);
    void draft.send();
  };
  const words = problem ?? (filesRefused ? m.tickets_note_text_only() : null);
  return (
    <fieldset aria-label={m.tickets_note_mode()} data-note-composer className="bg-note-soft text-on-note-soft">
      <NoteHead name={name} onLeave={leave} />
      {words && (
        <p role="alert" className="px-4.5 pb-1 text-danger-ink text-sm">
          {words}
        </p>
      )}
      {draft.answeredAt !== null && (
        <AnsweredBar
          text={m.tickets_note_stored_elsewhere({ time: moment(draft.answeredAt) })}
          onClose={draft.leaveAnswered}
        />
      )}
      <div className="grid grid-cols-[auto_minmax(0,1fr)_auto] items-end gap-x-1 px-3 pb-2 max-sm:px-1.5">
        <div className="col-span-3 grid max-sm:col-span-1 max-sm:col-start-2 max-sm:row-start-1 max-sm:rounded-[1.375rem] max-sm:border max-sm:border-note-ink max-sm:focus-within:outline-2 max-sm:focus-within:outline-note-ink max-sm:focus-within:-outline-offset-1">
          <textarea
            ref={field}
            data-composer
            rows={1}
            value={text}
            dir="auto"
            onChange={(event) => write(event.target.value)}
            onKeyDown={(event) => {
              if (isComposingKey(event)) return;
              if (isEnter(event) && !event.shiftKey) save();
              else if (event.key === "Escape" || (event.altKey && isPressed(event, "note"))) leave();
              else return;
              event.preventDefault();
              event.stopPropagation();
              event.nativeEvent.stopImmediatePropagation();
            }}
            onPaste={(event) => {
              if (pastedFiles(event.clipboardData).attached.length === 0) return;
              event.preventDefault();
              setFilesRefused(true);
            }}
            placeholder={m.tickets_note_write()}
            aria-label={m.tickets_note_write()}
            aria-invalid={problem ? true : undefined}
            enterKeyHint="done"
            className="min-h-8.5 w-full resize-none bg-transparent px-1.5 pt-1 pb-2 text-base text-ink outline-none placeholder:text-on-note-soft max-sm:min-h-11 max-sm:border-transparent max-sm:border-y-[11px] max-sm:py-0 max-sm:pr-12 max-sm:pl-4 max-sm:text-lg max-sm:leading-5.5"
          />
        </div>
        <span {...keepFocus} className="flex items-center max-sm:contents">
          <span className="max-sm:col-start-1 max-sm:row-start-1 sm:hidden">
            <LazyMenu
              side="top start"
              button={
                <IconButton
                  label={m.tickets_note_more()}
                  icon={<Plus size={24} strokeWidth={1.6} />}
                  className="size-11 text-on-note-soft!"
                />
              }
            >
              <MenuItem icon={<Reply size={16} />} onSelect={leave}>
                {m.tickets_note_to_reply({ name })}
              </MenuItem>
            </LazyMenu>
          </span>
          <span className="flex items-center max-sm:col-start-2 max-sm:row-start-1 max-sm:justify-self-end max-sm:pr-1">
            <EmojiButton onChoose={fieldText.insert} />
          </span>
        </span>
        <span className="justify-self-end whitespace-nowrap pr-2 pb-2 text-xs max-sm:hidden">
          {m.tickets_note_enter()}
        </span>
        <span {...keepFocus} className="max-sm:col-start-3 max-sm:row-start-1">
          <SaveButton disabled={blank} onSave={save} />
        </span>
      </div>
    </fieldset>
  );
}

/** Says who reads the note, and leads back to the reply. */
function NoteHead({ name, onLeave }: { name: string; onLeave: () => void }) {
  return (
    <div className="flex min-h-9 items-center gap-2 pt-1.5 pr-1.5 pl-4.5 text-sm">
      <Lock aria-hidden="true" size={15} className="shrink-0" />
      <b className="shrink-0 font-semibold sm:hidden">{m.tickets_note_mode_short({ name })}</b>
      <b className="shrink-0 font-semibold max-sm:hidden">{m.tickets_note_mode()}</b>
      <span className="min-w-0 truncate max-sm:hidden">{m.tickets_note_mode_hint({ name })}</span>
      <span className="flex-1" />
      <Button
        kind="ghost"
        size="small"
        onClick={onLeave}
        className="text-on-note-soft! max-sm:hidden"
        aria-keyshortcuts="Alt+M"
      >
        {m.tickets_note_to_reply({ name })}
        <span aria-hidden="true" className="ml-1.5 flex items-center gap-1">
          <Kbd>Alt</Kbd>
          <Kbd>{twinOf("note").at(-1)}</Kbd>
        </span>
      </Button>
      <IconButton
        label={m.tickets_note_leave()}
        icon={<X size={18} />}
        onClick={onLeave}
        className="size-11 text-on-note-soft! sm:hidden"
      />
    </div>
  );
}

function SaveButton({ disabled, onSave }: { disabled: boolean; onSave: () => void }) {
  const { linkUp } = useSyncStatus();
  return (
    <Button
      icon={<NotebookPen aria-hidden="true" size={17} />}
      disabled={disabled}
      onClick={onSave}
      title={m.tickets_note_save()}
      className={classNames(
        "max-sm:size-11 max-sm:rounded-full max-sm:px-0",
        linkUp
          ? "bg-note-ink! text-surface! shadow-none! disabled:opacity-50 [&_svg]:text-surface"
          : "is-queued border-[1.5px] border-note-ink border-dashed bg-transparent! text-note-ink! shadow-none!",
      )}
    >
      <span className="max-sm:sr-only">{m.tickets_note_save()}</span>
    </Button>
  );
}

/** Shows the note that is kept while the reply is written. */
export function KeptNote({ mode }: { mode: ReturnType<typeof useNoteMode> }) {
  if (mode.isOn || mode.draft.text.trim() === "") return null;
  return (
    <Kept
      icon={<Lock aria-hidden="true" size={15} className="shrink-0" />}
      label={m.tickets_note_kept()}
      short={m.tickets_note_kept_short()}
      text={mode.draft.text}
      caps={twinOf("note").join(" ")}
      onBack={mode.enter}
      className="text-note-ink"
    />
  );
}

type KeptProps = {
  icon: React.ReactNode;
  label: string;
  /** On phones. */
  short: string;
  text: string;
  caps: string;
  onBack: () => void;
  className: string;
};

/** Shows the draft of the other mode, with the way back to it. */
export function Kept({ icon, label, short, text, caps, onBack, className }: KeptProps) {
  return (
    <div className="flex min-h-10.5 items-center gap-2 border-line border-t bg-surface py-1 pr-2 pl-4.5 text-sm">
      <span className={classNames("flex min-w-0 flex-1 items-center gap-2", className)}>
        {icon}
        <b className="shrink-0 font-medium max-sm:hidden">{label}</b>
        <b className="shrink-0 font-medium sm:hidden">{short}</b>
        <span dir="auto" className="min-w-0 truncate text-ink-2">
          {text}
        </span>
      </span>
      <Button size="small" onClick={onBack} className="shrink-0 touch:min-h-11">
        {m.tickets_kept_back()}
        <span aria-hidden="true" className="ml-1.5 touch:hidden">
          <Kbd>{caps}</Kbd>
        </span>
      </Button>
    </div>
  );
}
