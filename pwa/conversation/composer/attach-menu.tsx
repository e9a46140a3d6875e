import { Contact, File, MapPin, NotebookPen, Paperclip, Plus, Sparkles, Zap } from "lucide-react";
import { m } from "../../i18n/paraglide/messages.js";
import { IconButton, type IconButtonProps } from "../../ui/icon-button.tsx";
import { LazyMenu, MenuItem } from "../../ui/layers/menu.tsx";

/** Shows a plus on phones, where the menu holds more than files, and a paperclip where its label has room. */
export const AttachButton = (props: Omit<IconButtonProps, "label" | "icon">) => (
  <IconButton
    {...props}
    label={m.tickets_attach()}
    icon={
      <>
        <Paperclip size={18} className="max-sm:hidden" />
        <Plus size={24} strokeWidth={1.6} className="sm:hidden" />
      </>
    }
    className="max-sm:col-start-1 max-sm:row-start-1 max-sm:size-11"
  />
);

type AttachMenuProps = {
  onFile: () => void;
  /** Null where the channel accepts only files. */
  onContact: (() => void) | null;
  onPlace: (() => void) | null;
  /** Null where they have buttons of their own. */
  onQuick: (() => void) | null;
  onNote: (() => void) | null;
  /** Null where the AI help has a button of its own, or is not offered. */
  onAiHelp: (() => void) | null;
};

export function AttachMenu({ onFile, onContact, onPlace, onQuick, onNote, onAiHelp }: AttachMenuProps) {
  return (
    <LazyMenu side="top start" button={<AttachButton />}>
      <MenuItem icon={<File size={16} />} onSelect={onFile}>
        {m.tickets_attach_file()}
      </MenuItem>
      {onContact && (
        <MenuItem icon={<Contact size={16} />} onSelect={onContact}>
          {m.tickets_media_contact()}
        </MenuItem>
      )}
      {onPlace && (
        <MenuItem icon={<MapPin size={16} />} onSelect={onPlace}>
          {m.tickets_media_location()}
        </MenuItem>
      )}
      {onQuick && (
        <MenuItem icon={<Zap size={16} />} onSelect={onQuick}>
          {m.tickets_quick_replies()}
        </MenuItem>
      )}
      {onNote && (
        <MenuItem icon={<NotebookPen size={16} />} onSelect={onNote}>
          {m.tickets_note_mode()}
        </MenuItem>
      )}
      {onAiHelp && (
        <MenuItem icon={<Sparkles size={16} />} onSelect={onAiHelp}>
          {m.ai_help()}
        </MenuItem>
      )}
    </LazyMenu>
  );
}
