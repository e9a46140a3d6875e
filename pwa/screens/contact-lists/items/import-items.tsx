import { Clock, Download, FileSpreadsheet, Layers, Tag } from "lucide-react";
import { m } from "../../../i18n/paraglide/messages.js";
import { MenuItem, MenuSeparator } from "../../../ui/layers/menu.tsx";

export type ImportSource = "spreadsheet" | "example" | "tag" | "queue" | "active";

/** The entries of a menu that bring people into a list. */
export function ImportItems({ disabled, onChoose }: { disabled: boolean; onChoose: (source: ImportSource) => void }) {
  return (
    <>
      <MenuItem
        icon={<FileSpreadsheet aria-hidden="true" size={16} />}
        shortcut="xlsx, csv, vcf"
        disabled={disabled}
        onSelect={() => onChoose("spreadsheet")}
      >
        {m.contact_lists_bring_spreadsheet()}
      </MenuItem>
      <MenuItem
        icon={<Download aria-hidden="true" size={16} />}
        disabled={disabled}
        onSelect={() => onChoose("example")}
      >
        {m.contact_lists_example()}
      </MenuItem>
      <MenuSeparator />
      <MenuItem icon={<Tag aria-hidden="true" size={16} />} disabled={disabled} onSelect={() => onChoose("tag")}>
        {m.contact_lists_bring_tag()}
      </MenuItem>
      <MenuItem icon={<Layers aria-hidden="true" size={16} />} disabled={disabled} onSelect={() => onChoose("queue")}>
        {m.contact_lists_bring_queue()}
      </MenuItem>
      <MenuItem icon={<Clock aria-hidden="true" size={16} />} disabled={disabled} onSelect={() => onChoose("active")}>
        {m.contact_lists_bring_active()}
      </MenuItem>
    </>
  );
}
