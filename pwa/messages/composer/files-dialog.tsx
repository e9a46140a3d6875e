import { FileText, Mic, Trash2, Video } from "lucide-react";
import { useEffect, useState } from "react";
import { m } from "../../i18n/paraglide/messages.js";
import { getLocale } from "../../i18n/paraglide/runtime.js";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import { Notice } from "../../ui/notice.tsx";
import { TextField } from "../../ui/text-field.tsx";
import { type FileProblem, fileKindOf, fileSize } from "../media/file-check.ts";
import { fileProblemText } from "./file-problem-text.ts";
import type { Attachment } from "./use-attachments.ts";

type FilesDialogProps = {
  attachments: Attachment[];
  /** Files that were picked together with the others but cannot be sent. */
  problems: FileProblem[];
  onChange: (attachments: Attachment[]) => void;
  onSend: () => void;
  sendLabel: string;
};

/** Previews the files to send, with one caption each. */
export function FilesDialog({ attachments, problems, onChange, onSend, sendLabel }: FilesDialogProps) {
  const close = () => onChange([]);
  return (
    <Dialog
      open={attachments.length > 0}
      onClose={close}
      title={m.tickets_files_title({ count: attachments.length })}
      dirty={attachments.some((attachment) => attachment.caption !== "")}
      footer={
        <>
          <Button onClick={close}>{m.tickets_cancel()}</Button>
          <Button kind="primary" onClick={onSend}>
            {sendLabel}
          </Button>
        </>
      }
    >
      {problems.length > 0 && (
        <Notice tone="danger" className="mb-4">
          {problems.map((problem) => (
            <p key={problem.name}>{fileProblemText(problem)}</p>
          ))}
        </Notice>
      )}
      <ul className="flex flex-col gap-3">
        {attachments.map((attachment) => (
          <li key={attachment.id} className="flex items-end gap-3">
            <Preview file={attachment.file} />
            <TextField
              label={m.tickets_caption_for({ name: attachment.file.name })}
              hint={fileSize(attachment.file.size, getLocale())}
              value={attachment.caption}
              onChange={(event) =>
                onChange(
                  attachments.map((each) =>
                    each.id === attachment.id ? { ...each, caption: event.target.value } : each,
                  ),
                )
              }
              className="flex-1"
            />
            <IconButton
              label={m.tickets_remove_file({ name: attachment.file.name })}
              icon={<Trash2 size={18} />}
              kind="danger"
              className="mb-5.5"
              onClick={() => onChange(attachments.filter((each) => each.id !== attachment.id))}
            />
          </li>
        ))}
      </ul>
    </Dialog>
  );
}

const icons = { video: Video, audio: Mic, document: FileText };

function Preview({ file }: { file: File }) {
  const kind = fileKindOf(file);
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    if (kind !== "image") return;
    const made = URL.createObjectURL(file);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [file, kind]);
  if (kind === "image") {
    return (
      <img
        src={url ?? undefined}
        alt=""
        decoding="async"
        className="mb-5.5 size-13 shrink-0 rounded-md bg-sunken object-cover"
      />
    );
  }
  const Icon = icons[kind];
  return (
    <span className="mb-5.5 grid size-13 shrink-0 place-items-center rounded-md bg-primary-soft text-on-primary-soft">
      <Icon aria-hidden="true" size={20} />
    </span>
  );
}
