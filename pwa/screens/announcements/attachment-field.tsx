import { Image, Paperclip, X } from "lucide-react";
import { useId, useRef, useState } from "react";
import { MAX_PICTURE_BYTES } from "../../../contracts/office/announcements.ts";
import { pictureExtensions, pictureTypes } from "../../../contracts/pictures.ts";
import { fileSize } from "../../conversation/media/file-check.ts";
import { languageTag } from "../../i18n/language.ts";
import { m } from "../../i18n/paraglide/messages.js";
import { Button } from "../../ui/button.tsx";
import { IconButton } from "../../ui/icon-button.tsx";

/** `new`: chosen and not uploaded yet. */
export type Attachment =
  | { kind: "none" }
  | { kind: "stored"; name: string; size: number; url: string }
  | { kind: "new"; file: File };

type AttachmentFieldProps = { value: Attachment; onChange: (value: Attachment) => void };

/** Chooses one picture, png or jpeg; the server checks its content again. */
export function AttachmentField({ value, onChange }: AttachmentFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  const label = useId();
  const [problem, setProblem] = useState<string | null>(null);

  function handleFile(file: File | undefined) {
    if (!file) return;
    const found = problemOf(file);
    setProblem(found);
    if (!found) onChange({ kind: "new", file });
  }
  const chosen = value.kind === "new" ? value.file : value;
  return (
    <fieldset aria-labelledby={label} className="flex flex-col gap-1.25">
      <span id={label} className="font-medium text-ink-2 text-xs">
        {m.announcements_col_attachment()}
      </span>
      <input
        ref={input}
        type="file"
        accept={pictureExtensions}
        aria-label={m.announcements_choose_file()}
        hidden
        onChange={(event) => {
          handleFile(event.target.files?.[0]);
          event.target.value = "";
        }}
      />
      <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
        {"name" in chosen ? (
          <span className="line-ring inline-flex min-w-0 max-w-full items-center gap-1.5 rounded-md bg-sunken pl-2.5 text-sm">
            <Image aria-hidden="true" size={14} className="shrink-0 text-ink-3" />
            <span className="truncate font-medium">{chosen.name}</span>
            <span className="shrink-0 text-ink-3 tabular-nums">{fileSize(chosen.size, languageTag())}</span>
            <IconButton
              size="small"
              label={m.announcements_remove_file({ name: chosen.name })}
              icon={<X size={14} />}
              onClick={() => onChange({ kind: "none" })}
            />
          </span>
        ) : (
          <Button icon={<Paperclip aria-hidden="true" size={15} />} onClick={() => input.current?.click()}>
            {m.announcements_choose_file()}
          </Button>
        )}
        <span role="alert" className={problem ? "text-danger-ink text-xs" : "text-ink-3 text-xs"}>
          {problem ?? m.announcements_file_types()}
        </span>
      </div>
    </fieldset>
  );
}

function problemOf({ type, size }: File): string | null {
  if (!pictureTypes.includes(type)) return m.announcements_file_types();
  return size > MAX_PICTURE_BYTES ? m.announcements_file_too_large() : null;
}
