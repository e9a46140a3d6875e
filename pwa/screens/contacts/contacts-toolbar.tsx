import { Download, Upload } from "lucide-react";
import { m } from "../../i18n/paraglide/messages.js";
import { Button } from "../../ui/button.tsx";
import { Menu, MenuItem } from "../../ui/layers/menu.tsx";
import type { ContactLayer } from "./contact-dialogs.tsx";
import { ImportItems } from "./import/import-items.tsx";

type ToolsProps = {
  canWrite: boolean;
  exporting: boolean;
  onLayer: (layer: ContactLayer) => void;
  onExport: () => void;
};

type Source = Parameters<Parameters<typeof ImportItems>[0]["onChoose"]>[0];
const layerOf = (source: Source): ContactLayer =>
  source === "spreadsheet" ? { kind: "import", importId: null } : { kind: source };

/** The buttons beside the search: import and export. */
export function ContactsTools({ canWrite, exporting, onLayer, onExport }: ToolsProps) {
  return (
    <>
      <Menu
        button={
          <Button icon={<Upload aria-hidden="true" size={15} />} disabled={!canWrite}>
            {m.contacts_import()}
          </Button>
        }
      >
        <ImportItems onChoose={(source) => onLayer(layerOf(source))} />
      </Menu>
      <Button
        icon={<Download aria-hidden="true" size={15} />}
        disabled={!canWrite}
        busy={exporting && m.contacts_exporting()}
        onClick={onExport}
      >
        {m.contacts_export()}
      </Button>
    </>
  );
}

/** The same actions as entries of the menu on phones. */
export function ContactsMenu({ canWrite, onLayer, onExport }: Omit<ToolsProps, "exporting">) {
  return (
    <>
      {canWrite && <ImportItems onChoose={(source) => onLayer(layerOf(source))} />}
      <MenuItem icon={<Download aria-hidden="true" size={16} />} disabled={!canWrite} onSelect={onExport}>
        {m.contacts_export()}
      </MenuItem>
    </>
  );
}
