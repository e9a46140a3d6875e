import { FileSpreadsheet, MessageSquare, Smartphone } from "lucide-react";
import { m } from "../../../i18n/paraglide/messages.js";
import { MenuItem, MenuSeparator } from "../../../ui/layers/menu.tsx";

/** The entries of a menu that import contacts: from the phone, a spreadsheet or the conversations. */
export function ImportItems({ onChoose }: { onChoose: (source: "agenda" | "spreadsheet" | "chats") => void }) {
  return (
    <>
      <MenuItem icon={<Smartphone aria-hidden="true" size={16} />} onSelect={() => onChoose("agenda")}>
        {m.contacts_import_agenda()}
      </MenuItem>
      <MenuItem
        icon={<FileSpreadsheet aria-hidden="true" size={16} />}
        shortcut="xlsx, csv, vcf"
        onSelect={() => onChoose("spreadsheet")}
      >
        {m.contacts_import_excel()}
      </MenuItem>
      <MenuSeparator />
      <MenuItem icon={<MessageSquare aria-hidden="true" size={16} />} onSelect={() => onChoose("chats")}>
        {m.contacts_import_chats()}
      </MenuItem>
    </>
  );
}
