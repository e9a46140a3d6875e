import { ChevronDown, Download, RefreshCw, Upload } from "lucide-react";
import { m } from "../../../i18n/paraglide/messages.js";
import { Button } from "../../../ui/button.tsx";
import { Menu, MenuItem, MenuSeparator } from "../../../ui/layers/menu.tsx";
import { ImportItems, type ImportSource } from "./import-items.tsx";

type ToolsProps = {
  canWrite: boolean;
  exporting: boolean;
  onImport: (source: ImportSource) => void;
  onExport: () => void;
};

/** The buttons beside the search: bring people, export. */
export const ItemsTools = ({ canWrite, exporting, onImport, onExport }: ToolsProps) => (
  <>
    <Menu
      button={
        <Button icon={<Upload aria-hidden="true" size={15} />} disabled={!canWrite}>
          {m.contact_lists_bring()}
          <ChevronDown aria-hidden="true" size={14} />
        </Button>
      }
    >
      <ImportItems disabled={!canWrite} onChoose={onImport} />
    </Menu>
    <Button
      icon={<Download aria-hidden="true" size={15} />}
      disabled={!canWrite}
      busy={exporting && m.contacts_exporting()}
      onClick={onExport}
    >
      {m.contact_lists_export()}
    </Button>
  </>
);

/** The same actions as entries of the menu on phones. */
export const ItemsMenu = (props: Omit<ToolsProps, "exporting"> & { onCheckAgain: () => void }) => (
  <>
    <ImportItems disabled={!props.canWrite} onChoose={props.onImport} />
    <MenuSeparator />
    <MenuItem icon={<Download aria-hidden="true" size={16} />} disabled={!props.canWrite} onSelect={props.onExport}>
      {m.contact_lists_export()}
    </MenuItem>
    <MenuItem
      icon={<RefreshCw aria-hidden="true" size={16} />}
      disabled={!props.canWrite}
      onSelect={props.onCheckAgain}
    >
      {m.contact_lists_check_again()}
    </MenuItem>
  </>
);
