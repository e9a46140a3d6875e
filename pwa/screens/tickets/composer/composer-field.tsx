import type { KeyboardEvent } from "react";
import { m } from "../../../i18n/paraglide/messages.js";
import { classNames } from "../../../ui/class-names.ts";
import { useConversation } from "../conversation/conversation-context.tsx";
import { quickReplyId } from "./quick-reply-list.tsx";
import type { Composing } from "./use-composer.ts";

type ComposerFieldProps = {
  composer: Composing;
  /** The id of the list of quick replies. */
  listId: string;
  onKeyDown: (event: KeyboardEvent<HTMLTextAreaElement>) => void;
};

/** The text field of the composer; pasted files are attached. */
export function ComposerField({ composer, listId, onKeyDown }: ComposerFieldProps) {
  const { ticket } = useConversation();
  const { field, editing, files, quick, isBlank } = composer;
  return (
    <div className="col-span-3 grid max-sm:field-ring max-sm:col-span-1 max-sm:col-start-2 max-sm:row-start-1 max-sm:rounded-[1.375rem] max-sm:focus-within:outline-2 max-sm:focus-within:-outline-offset-1 max-sm:focus-within:outline-focus">
      <textarea
        ref={field}
        data-composer
        rows={1}
        value={editing.text}
        onChange={(event) => editing.write(event.target.value)}
        onKeyDown={onKeyDown}
        onPaste={(event) => {
          if (event.clipboardData.files.length === 0) return;
          event.preventDefault();
          files.attachments.add(event.clipboardData.files);
        }}
        placeholder={ticket.status === "pending" ? m.tickets_composer_accepts() : m.tickets_composer_placeholder()}
        aria-label={m.tickets_composer_label({ name: ticket.contactName })}
        aria-controls={quick.replies ? listId : undefined}
        aria-autocomplete={quick.replies ? "list" : undefined}
        aria-activedescendant={quick.replies?.length ? quickReplyId(listId, quick.active) : undefined}
        enterKeyHint="send"
        className={classNames(
          "min-h-8.5 w-full resize-none bg-transparent px-1.5 pt-1 pb-2 text-base outline-none placeholder:text-ink-3",
          // The vertical space is a border, because scrolled text would be visible in padding.
          "max-sm:min-h-11 max-sm:border-transparent max-sm:border-y-[11px] max-sm:py-0 max-sm:pl-4 max-sm:text-lg max-sm:leading-5.5",
          isBlank ? "max-sm:pr-22" : "max-sm:pr-12",
        )}
      />
    </div>
  );
}
