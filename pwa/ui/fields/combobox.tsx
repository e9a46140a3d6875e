import {
  ComboboxButton,
  ComboboxInput,
  ComboboxOption,
  ComboboxOptions,
  Combobox as HeadlessCombobox,
} from "@headlessui/react";
import { Check, ChevronDown, Plus } from "lucide-react";
import { type KeyboardEvent, type ReactNode, useRef, useState } from "react";
import { m } from "../../i18n/paraglide/messages.js";
import { classNames } from "../class-names.ts";
import { floatingClass, floatingRowClass } from "../layers/menu-look.ts";
import { closeTopLayer } from "../layers/system-back.ts";
import { pressEscape, SystemBack } from "../layers/use-system-back.ts";
import { boxClass, Field, type FieldProps, inputClass } from "./field.tsx";

export type ComboboxChoice = { id: string; label: string; note?: string; icon?: ReactNode };
export type ComboboxProps = FieldProps & {
  /** The present search results. The caller searches, and debounces if a search is expensive. */
  options: ComboboxChoice[];
  value: ComboboxChoice | null;
  onChange: (value: ComboboxChoice | null) => void;
  onSearch: (text: string) => void;
  placeholder?: string;
  minimumCharacters?: number;
  /** Text of a last option that creates what was typed, shown when no option has exactly that name. */
  createLabel?: (text: string) => string;
  onCreate?: (text: string) => void;
  autoFocus?: boolean;
};

/** The option that creates; no real id starts with a space. */
const CREATE: ComboboxChoice = { id: " create", label: "" };
const NOTE: ComboboxChoice = { id: " note", label: "" };

/** Offset that places the list below the error text. */
const BELOW_ERROR_PX = 28;

export function Combobox(props: ComboboxProps) {
  const { label, required, hideLabel, hint, error, disabled, className, options, value, placeholder } = props;
  const [text, setText] = useState("");
  /** A list that opened by itself with its dialog is no layer: "back" and Escape are meant for the dialog. */
  const [isAsked, setIsAsked] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const search = (next: string) => {
    setText(next);
    props.onSearch(next);
  };
  const choose = (choice: ComboboxChoice | null) => {
    if (input.current) refuseLateFocus(input.current);
    if (choice === CREATE) props.onCreate?.(text.trim());
    // Escape in an empty field reports "no choice" again: there is none to take back.
    else if (choice || value) props.onChange(choice);
    if (choice) search("");
  };
  const handleKey = (event: KeyboardEvent) => {
    if (event.key !== "Escape") setIsAsked(true);
    else if (!isAsked && closeTopLayer()) event.stopPropagation();
  };
  return (
    <Field {...{ label, required, hideLabel, hint, error, disabled, className }}>
      <HeadlessCombobox
        immediate
        value={value}
        onChange={choose}
        // Without a choice the typed text stays for the next time.
        onClose={() => value && search("")}
        by="id"
      >
        <span className={boxClass({ error })}>
          <ComboboxInput
            ref={input}
            autoComplete="off"
            autoFocus={props.autoFocus}
            placeholder={placeholder}
            displayValue={(choice: ComboboxChoice | null) => choice?.label ?? text}
            onChange={({ target }) => {
              setIsAsked(true);
              search(target.value);
            }}
            onKeyDownCapture={handleKey}
            onKeyUp={({ key }) => key === "Tab" && setIsAsked(true)}
            onPointerDown={() => setIsAsked(true)}
            aria-invalid={error ? true : undefined}
            className={inputClass}
          />
          <ComboboxButton
            aria-label={label}
            onPointerDown={() => setIsAsked(true)}
            className="-mr-1 grid size-6 place-items-center text-ink-3"
          >
            <ChevronDown aria-hidden="true" size={15} />
          </ComboboxButton>
        </span>
        <ComboboxOptions
          // The list opens on focus, so it must not block the rest of the dialog.
          modal={false}
          anchor={{ to: "bottom start", gap: error ? BELOW_ERROR_PX : 6, offset: -10, padding: 8 }}
          className={classNames(
            floatingClass,
            "[--anchor-max-height:20rem] w-[calc(var(--input-width)+3rem)] min-w-56 overflow-y-auto",
          )}
        >
          <SystemBack open={isAsked} onBack={() => pressEscape(input.current)} />
          <Rows {...props} text={text} found={options} />
        </ComboboxOptions>
      </HeadlessCombobox>
    </Field>
  );
}

/**
 * Headless UI focuses the field one frame after an option was chosen. Until then a person may have gone on to another
 * field or list: it keeps the focus.
 */
function refuseLateFocus(field: HTMLInputElement): void {
  const own = document.getElementById(field.getAttribute("aria-controls") ?? "");
  field.focus = (options) => {
    const { activeElement } = document;
    const isElsewhere = activeElement !== document.body && !own?.contains(activeElement);
    if (!isElsewhere) HTMLElement.prototype.focus.call(field, options);
  };
  requestAnimationFrame(() => requestAnimationFrame(() => Reflect.deleteProperty(field, "focus")));
}

function Rows(props: ComboboxProps & { text: string; found: ComboboxChoice[] }) {
  const { text, found, minimumCharacters = 0, createLabel, onCreate } = props;
  const typed = text.trim();
  if (typed.length < minimumCharacters && found.length === 0) {
    return <Note>{m.ui_type_more({ count: minimumCharacters })}</Note>;
  }
  const exists = found.some((choice) => choice.label.toLocaleLowerCase() === typed.toLocaleLowerCase());
  const canCreate = createLabel && onCreate && typed.length >= Math.max(2, minimumCharacters) && !exists;
  return (
    <>
      {found.map((choice) => (
        <ComboboxOption key={choice.id} value={choice} className={floatingRowClass}>
          {choice.icon}
          <span dir="auto" className="min-w-0 flex-1 truncate">
            {choice.label}
          </span>
          {choice.note && <span className="shrink-0 text-ink-3 text-xs tabular-nums">{choice.note}</span>}
          <Check aria-hidden="true" size={15} className="invisible group-data-selected:visible" />
        </ComboboxOption>
      ))}
      {found.length === 0 && !canCreate && <Note>{m.ui_none_found()}</Note>}
      {canCreate && (
        <ComboboxOption value={CREATE} className={floatingRowClass}>
          <Plus aria-hidden="true" size={16} />
          <span className="min-w-0 flex-1 truncate font-medium text-primary-ink">{createLabel(typed)}</span>
        </ComboboxOption>
      )}
    </>
  );
}

/** Draws a note as a disabled option, because a list box may contain only options. */
function Note({ children }: { children: ReactNode }) {
  return (
    <ComboboxOption value={NOTE} disabled className="px-2.5 py-2 text-ink-3">
      {children}
    </ComboboxOption>
  );
}
