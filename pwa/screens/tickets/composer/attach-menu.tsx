import { Contact, File, MapPin, Paperclip } from "lucide-react";
import { m } from "../../../i18n/paraglide/messages.js";
import { IconButton } from "../../../ui/icon-button.tsx";
import { Menu, MenuItem } from "../../../ui/menu.tsx";

type AttachMenuProps = { onFile: () => void; onContact: () => void; onPlace: () => void };

export function AttachMenu({ onFile, onContact, onPlace }: AttachMenuProps) {
  return (
    <Menu
      side="top start"
      button={<IconButton label={m.tickets_attach()} icon={<Paperclip size={18} />} className="max-sm:size-11" />}
    >
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
