import { m } from "../../../../i18n/paraglide/messages.js";
import { Switch } from "../../../../ui/fields/toggles.tsx";
import { Notice } from "../../../../ui/notice.tsx";

type HiddenRowsProps = { count: number; isTaken: boolean; onChange: (isTaken: boolean) => void };

/** Says how many rows the spreadsheet hides, and lets the user import them as well. */
export function HiddenRows({ count, isTaken, onChange }: HiddenRowsProps) {
  return (
    <div className="flex flex-col gap-3">
      {!isTaken && <HiddenLeftOut count={count} />}
      <Switch label={m.contacts_import_with_hidden({ count })} checked={isTaken} onChange={onChange} />
    </div>
  );
}

export const HiddenLeftOut = ({ count }: { count: number }) => (
  <Notice tone="warn">{m.contacts_import_hidden({ count })}</Notice>
);
