import { Contact, File, MapPin, Paperclip, Plus } from "lucide-react";
import { m } from "../../i18n/paraglide/messages.js";
import { IconButton, type IconButtonProps } from "../../ui/icon-button.tsx";
import { Menu, MenuItem } from "../../ui/menu.tsx";

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

type AttachMenuProps = { onFile: () => void; onContact: () => void; onPlace: () => void };

export function AttachMenu({ onFile, onContact, onPlace }: AttachMenuProps) {
  return (
    <Menu side="top start" button={<AttachButton />}>
      <MenuItem icon={<File size={16} />} onSelect={onFile}>
        {m.tickets_attach_file()}
      </MenuItem>
      <MenuItem icon={<Contact size={16} />} onSelect={onContact}>
        {m.tickets_media_contact()}
      </MenuItem>
      <MenuItem icon={<MapPin size={16} />} onSelect={onPlace}>
        {m.tickets_media_location()}
      </MenuItem>
    </Menu>
  );
}
