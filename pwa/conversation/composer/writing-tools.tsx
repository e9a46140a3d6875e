import { Camera } from "lucide-react";
import { type ReactNode, useRef } from "react";
import { m } from "../../i18n/paraglide/messages.js";
import { IconButton } from "../../ui/icon-button.tsx";
import { keepFocus } from "../../ui/layers/keep-focus.ts";
import { AttachButton } from "./attach-menu.tsx";
import { EmojiButton } from "./emoji-button.tsx";
import { FileInput } from "./file-input.tsx";

type WritingToolsProps = {
  /** Whether there is nothing to send yet. */
  blank: boolean;
  onFiles: (files: Iterable<File>) => void;
  onEmoji: (emoji: string) => void;
  /** Draws the attach button where more than files can be attached; `pickFile` opens the file dialog. */
  attach?: ((pickFile: () => void) => ReactNode) | null;
  /** Further buttons. */
  children?: ReactNode;
};

/** Shows attach, camera and emoji. On phones, attach stands before the field; camera and emoji stand inside it. */
export function WritingTools({ blank, onFiles, onEmoji, attach, children }: WritingToolsProps) {
  const picker = useRef<HTMLInputElement>(null);
  const camera = useRef<HTMLInputElement>(null);
  const pickFile = () => picker.current?.click();
  return (
    <span {...keepFocus} className="flex items-center gap-0.5 max-sm:contents">
      {attach ? attach(pickFile) : <AttachButton onClick={pickFile} />}
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
      {children}
      <FileInput ref={picker} label={m.tickets_attach()} onFiles={onFiles} />
      <FileInput ref={camera} label={m.tickets_camera()} onFiles={onFiles} camera />
    </span>
  );
}
