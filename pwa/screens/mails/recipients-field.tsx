import { X } from "lucide-react";
import { useId, useState } from "react";
import * as v from "valibot";
import { MAIL_RECIPIENTS, MailAddress, splitAddresses } from "../../../contracts/office/mails.ts";
import { m } from "../../i18n/paraglide/messages.js";
import { isEnter } from "../../ui/fields/enter-key.ts";
import { ContactsDialog } from "./contacts-dialog.tsx";

export const isAddress = (text: string): boolean => v.is(MailAddress, text);

/** Why a text is no address. */
const wrongText = (address: string): string =>
  isAddress(address.replace(",", ".")) ? m.email_wrong_comma({ address }) : m.email_wrong({ address });

type RecipientsProps = {
  to: string[];
  onChange: (to: string[]) => void;
  /** Shown when no address itself is wrong. */
  problem: string | null;
};

/** Recipients as chips. Commas, semicolons, spaces, Enter and pasted lists end an address. */
export function RecipientsField({ to, onChange, problem }: RecipientsProps) {
  const id = useId();
  const [typed, setTyped] = useState("");
  const [isChoosing, setChoosing] = useState(false);
  const wrong = to.find((address) => !isAddress(address));
  const shown = wrong ? wrongText(wrong) : problem;
  function take(text: string) {
    setTyped("");
    const known = new Set(to.map((one) => one.toLowerCase()));
    const added = splitAddresses(text).filter((one) => !known.has(one.toLowerCase()));
    if (added.length > 0) onChange([...to, ...new Set(added)]);
  }
  return (
    <div className="flex flex-col gap-1.25">
      <div className="flex items-baseline justify-between gap-2">
        <label htmlFor={id} className="font-medium text-ink-2 text-xs">
          {m.email_to()}
        </label>
        <button
          type="button"
          onClick={() => setChoosing(true)}
          className="rounded-sm font-medium text-primary-ink text-xs underline-offset-2 hover:underline touch:min-h-9 touch:text-sm"
        >
          {m.email_from_contacts()}
        </button>
      </div>
      <div
        className={`flex max-h-40 touch:max-h-60 flex-wrap gap-1.5 overflow-y-auto rounded-md bg-surface p-1.5 focus-within:outline-2 focus-within:outline-focus focus-within:-outline-offset-1 ${shown ? "danger-ring" : "field-ring"}`}
      >
        {to.map((address) => (
          <span
            key={address}
            className={`inline-flex h-7 max-w-full items-center gap-1 rounded-full pr-1 pl-2.5 text-xs touch:h-9 touch:text-sm ${isAddress(address) ? "bg-sunken" : "bg-danger-soft text-on-danger-soft"}`}
          >
            <span className="truncate">{address}</span>
            <button
              type="button"
              aria-label={m.email_remove_address({ address })}
              className="flex size-5 items-center justify-center rounded-full hover:bg-hover touch:size-8"
              onClick={() => onChange(to.filter((one) => one !== address))}
            >
              <X aria-hidden="true" size={12} />
            </button>
          </span>
        ))}
        <input
          id={id}
          type="text"
          inputMode="email"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          value={typed}
          aria-invalid={shown !== null}
          aria-describedby={`${id}-note`}
          className="h-7 min-w-40 flex-1 bg-transparent px-1.5 text-sm outline-none touch:h-9 touch:text-md"
          onChange={({ target }) => {
            // A separator after something that is no address yet may be a slip: "yara@exemplo,com".
            if (/[,;\s]$/.test(target.value) && splitAddresses(target.value).some(isAddress)) take(target.value);
            else setTyped(target.value);
          }}
          onPaste={(event) => {
            const text = event.clipboardData.getData("text");
            if (splitAddresses(text).length < 2) return;
            event.preventDefault();
            take(`${typed} ${text}`);
          }}
          onKeyDown={(event) => {
            if (isEnter(event)) {
              event.preventDefault();
              take(typed);
            }
            if (event.key === "Backspace" && typed === "") onChange(to.slice(0, -1));
          }}
          onBlur={() => take(typed)}
        />
      </div>
      <p
        id={`${id}-note`}
        role={shown ? "alert" : undefined}
        className={shown ? "text-danger-ink text-xs" : "text-ink-3 text-xs"}
      >
        {shown ?? m.email_to_note({ count: MAIL_RECIPIENTS })}
      </p>
      {isChoosing && (
        <ContactsDialog
          most={MAIL_RECIPIENTS - to.length}
          onAdd={(addresses) => {
            setChoosing(false);
            take(addresses.join(" "));
          }}
          onClose={() => setChoosing(false)}
        />
      )}
    </div>
  );
}
