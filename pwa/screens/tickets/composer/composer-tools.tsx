import { Camera, Paperclip, Zap } from "lucide-react";
import { useRef } from "react";
import { m } from "../../../i18n/paraglide/messages.js";
import { IconButton } from "../../../ui/icon-button.tsx";
import type { Attaching } from "./attach-dialogs.tsx";
import { AttachMenu } from "./attach-menu.tsx";
import { EmojiButton } from "./emoji-button.tsx";

type ComposerToolsProps = {
  quickOpen: boolean;
  onFiles: (files: Iterable<File>) => void;
  /** Null where the channel takes files alone. */
  onAttach: ((what: Attaching) => void) | null;
  onEmoji: (emoji: string) => void;
  onQuick: () => void;
};

/** What can be put into a message besides words. */
export function ComposerTools({ quickOpen, onFiles, onAttach, onEmoji, onQuick }: ComposerToolsProps) {
  const picker = useRef<HTMLInputElement>(null);
  const camera = useRef<HTMLInputElement>(null);
  return (
    <span className="flex items-center gap-0.5 max-sm:order-1">
      {onAttach ? (
        <AttachMenu
          onFile={() => picker.current?.click()}
          onContact={() => onAttach("contact")}
          onPlace={() => onAttach("place")}
        />
      ) : (
        <IconButton
          label={m.tickets_attach()}
          icon={<Paperclip size={18} />}
          onClick={() => picker.current?.click()}
          className="max-sm:size-11"
        />
      )}
      <span className="hidden max-sm:touch:contents">
        <IconButton
          label={m.tickets_camera()}
          icon={<Camera size={18} />}
          onClick={() => camera.current?.click()}
          className="size-11"
        />
      </span>
      <EmojiButton onChoose={onEmoji} />
      <IconButton
        label={m.tickets_quick_replies()}
        icon={<Zap size={18} />}
        pressed={quickOpen}
        onClick={onQuick}
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
