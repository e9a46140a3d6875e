import { Calendar, Camera, Zap } from "lucide-react";
import { useRef } from "react";
import { m } from "../../../i18n/paraglide/messages.js";
import { AttachButton, AttachMenu } from "../../../messages/composer/attach-menu.tsx";
import { EmojiButton } from "../../../messages/composer/emoji-button.tsx";
import { capsOf } from "../../../shell/keyboard/own-keys.ts";
import { IconButton } from "../../../ui/icon-button.tsx";
import { keepFocus } from "../../../ui/keep-focus.ts";
import type { Attaching } from "./attach-dialogs.tsx";

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
};

/**
 * Shows the buttons that add something other than text to a message. On phones, attach stands before the field;
 * camera and emoji stand inside it.
 */
export function ComposerTools({ blank, quickOpen, onFiles, onAttach, onEmoji, ...on }: ComposerToolsProps) {
  const picker = useRef<HTMLInputElement>(null);
  const camera = useRef<HTMLInputElement>(null);
  return (
    <span {...keepFocus} className="flex items-center gap-0.5 max-sm:contents">
      {onAttach ? (
        <AttachMenu
          onFile={() => picker.current?.click()}
          onContact={() => onAttach("contact")}
          onPlace={() => onAttach("place")}
        />
      ) : (
        <AttachButton onClick={() => picker.current?.click()} />
      )}
      <span className="flex items-center max-sm:col-start-2 max-sm:row-start-1 max-sm:justify-self-end max-sm:pr-1">
        {blank && (
          <IconButton
            label={m.tickets_camera()}
            icon={<Camera size={20} />}
            onClick={() => camera.current?.click()}
            className="size-11 sm:hidden pointer-fine:hidden"
          />
        )}
        <EmojiButton onChoose={onEmoji} />
      </span>
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
      <FileInput ref={picker} label={m.tickets_attach()} onFiles={onFiles} />
      <FileInput ref={camera} label={m.tickets_camera()} onFiles={onFiles} camera />
    </span>
  );
}

type FileInputProps = {
  ref: React.Ref<HTMLInputElement>;
  label: string;
  camera?: boolean;
  onFiles: (files: Iterable<File>) => void;
};

function FileInput({ ref, label, camera = false, onFiles }: FileInputProps) {
  return (
    <input
      ref={ref}
      type="file"
      hidden
      aria-label={label}
      {...(camera ? { accept: "image/*", capture: "environment" } : { multiple: true })}
      onChange={(event) => {
        onFiles(event.target.files ?? []);
        event.target.value = "";
      }}
    />
  );
}
