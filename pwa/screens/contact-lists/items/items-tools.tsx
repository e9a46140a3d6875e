import { ChevronDown, Download, RefreshCw, Upload } from "lucide-react";
import { m } from "../../../i18n/paraglide/messages.js";
import { Button } from "../../../ui/button.tsx";
import { Menu, MenuItem, MenuSeparator } from "../../../ui/menu.tsx";
import { type Bring, BringItems } from "./bring-items.tsx";

type ToolsProps = {
  canWrite: boolean;
  exporting: boolean;
  onBring: (bring: Bring) => void;
  onExport: () => void;
};

/** The buttons beside the search: bring people, export. */
export const ItemsTools = ({ canWrite, exporting, onBring, onExport }: ToolsProps) => (
  <>
    <Menu
      button={
        <Button icon={<Upload aria-hidden="true" size={15} />} disabled={!canWrite}>
          {m.contact_lists_bring()}
          <ChevronDown aria-hidden="true" size={14} />
        </Button>
      }
    >
      <BringItems disabled={!canWrite} onChoose={onBring} />
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
    <BringItems disabled={!props.canWrite} onChoose={props.onBring} />
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
