import type { AriaAttributes, KeyboardEvent, Ref } from "react";
import { classNames } from "../../ui/class-names.ts";
import { pastedFiles } from "./pasted-files.ts";

type ComposerFieldProps = Pick<AriaAttributes, "aria-controls" | "aria-autocomplete" | "aria-activedescendant"> & {
  ref: Ref<HTMLTextAreaElement>;
  label: string;
  placeholder: string;
  text: string;
  onText: (text: string) => void;
  /** Whether there is nothing to send yet: on phones the camera then stands inside the field. */
  blank: boolean;
  onFiles: (files: Iterable<File>) => void;
  onKeyDown: (event: KeyboardEvent<HTMLTextAreaElement>) => void;
};

/** The text field of a composer; pasted files are attached, and pictures of a pasted text are offered. */
export function ComposerField(props: ComposerFieldProps) {
  const { ref, label, placeholder, text, onText, blank, onFiles, onKeyDown, ...aria } = props;
  return (
    <div className="col-span-3 grid max-sm:field-ring max-sm:col-span-1 max-sm:col-start-2 max-sm:row-start-1 max-sm:rounded-[1.375rem] max-sm:focus-within:outline-2 max-sm:focus-within:-outline-offset-1 max-sm:focus-within:outline-focus">
      <textarea
        {...aria}
        ref={ref}
        data-composer
        data-kept-field=""
        rows={1}
        value={text}
        onChange={(event) => onText(event.target.value)}
        onKeyDown={onKeyDown}
        onPaste={(event) => {
          const { attached, offered } = pastedFiles(event.clipboardData);
          if (offered.length > 0) void offer(() => onFiles(offered));
          if (attached.length === 0) return;
          event.preventDefault();
          onFiles(attached);
        }}
        placeholder={placeholder}
        aria-label={label}
        enterKeyHint="send"
        className={classNames(
          "min-h-8.5 w-full resize-none bg-transparent px-1.5 pt-1 pb-2 text-base outline-none placeholder:text-ink-3",
          // The vertical space is a border, because scrolled text would be visible in padding.
          "max-sm:min-h-11 max-sm:border-transparent max-sm:border-y-[11px] max-sm:py-0 max-sm:pl-4 max-sm:text-lg max-sm:leading-5.5",
          blank ? "max-sm:pr-22" : "max-sm:pr-12",
        )}
      />
    </div>
  );
}

/** Without the code of the offer, the text is pasted all the same. */
const offer = (attach: () => void) =>
  import("./offer-picture.ts").then(
    ({ offerPicture }) => offerPicture(attach),
    (error: unknown) => console.warn("could not offer the picture", error),
  );
