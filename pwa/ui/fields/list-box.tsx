import { Listbox, ListboxButton, ListboxOptions } from "@headlessui/react";
import { ChevronDown } from "lucide-react";
import { type ReactNode, useRef } from "react";
import { classNames } from "../class-names.ts";
import { floatingClass } from "../layers/menu-look.ts";
import { pressEscape, SystemBack } from "../layers/use-system-back.ts";
import { boxClass } from "./field.tsx";

type Choice<Value> =
  | { multiple?: false; value: Value | null; onChange: (value: Value | null) => void }
  | { multiple: true; value: Value[]; onChange: (values: Value[]) => void };
type ListBoxProps<Value> = Choice<Value> & {
  error?: ReactNode;
  large?: boolean;
  /** Contents of the button: what is chosen. */
  chosen: ReactNode;
  className?: string;
  /** `ListboxOption` elements. */
  children: ReactNode;
};

/** Draws a button that opens a list of options; the frame of `Select` and of choices with several values. */
export function ListBox<Value extends string | number>(props: ListBoxProps<Value>) {
  const { error, large, chosen, className, children, ...choice } = props;
  const options = useRef<HTMLElement>(null);
  const shared = { invalid: Boolean(error) };
  const content = (
    <>
      <ListboxButton
        className={classNames(
          boxClass({ error, large }),
          "w-full text-left touch:text-lg",
          className,
          "disabled:bg-sunken disabled:text-ink-3 disabled:control-ring",
        )}
      >
        {chosen}
        <ChevronDown aria-hidden="true" size={15} />
      </ListboxButton>
      <ListboxOptions
        ref={options}
        anchor={{ to: "bottom start", gap: 4, padding: 8 }}
        className={classNames(floatingClass, "[--anchor-max-height:20rem] w-(--button-width) min-w-44 overflow-y-auto")}
      >
        <SystemBack open onBack={() => pressEscape(options.current)} />
        {children}
      </ListboxOptions>
    </>
  );
  if (choice.multiple) {
    return (
      <Listbox multiple value={choice.value} onChange={choice.onChange} {...shared}>
        {content}
      </Listbox>
    );
  }
  return (
    <Listbox value={choice.value} onChange={choice.onChange} {...shared}>
      {content}
    </Listbox>
  );
}
