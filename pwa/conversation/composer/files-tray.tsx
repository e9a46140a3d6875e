import { FileText, Mic, Video, X } from "lucide-react";
import { useEffect, useState } from "react";
import type { FileDraft } from "../../../sync/client/index.ts";
import { m } from "../../i18n/paraglide/messages.js";
import { getLocale } from "../../i18n/paraglide/runtime.js";
import { useDesk } from "../../session/desk.tsx";
import { useDebouncedWrite } from "../../ui/hooks/use-debounced-write.ts";
import { IconButton } from "../../ui/icon-button.tsx";
import { Dialog } from "../../ui/layers/dialog.tsx";
import { fileSize } from "../media/file-check.ts";
import { fileKindOf } from "../media/file-kind.ts";
import type { useAttachments } from "./use-attachments.ts";

type FilesTrayProps = {
  attachments: ReturnType<typeof useAttachments>;
  /** Whether the message field has text: it is the caption of a single file. */
  hasText: boolean;
};

/** Shows the files that go with the message, above its field: large enough to recognise, each with a way out. */
export function FilesTray({ attachments, hasText }: FilesTrayProps) {
  const { list } = attachments;
  const [enlarged, setEnlarged] = useState<FileDraft | null>(null);
  if (list.length === 0) return null;
  const isSingle = list.length === 1;
  return (
    <>
      <ul
        aria-label={m.tickets_files_title({ count: list.length })}
        className="max-h-[40vh] overflow-y-auto px-3 pt-2.5"
      >
        {list.map((file) => (
          <li key={file.id} className="flex items-center gap-3.5 pb-1.5">
            <Preview file={file} onEnlarge={() => setEnlarged(file)} />
            <div className="min-w-0 flex-1">
              <p className="truncate font-semibold text-sm">{fileTitle(file, isSingle && hasText)}</p>
              <p className="text-ink-2 text-sm">{m.tickets_file_unsent({ size: fileSize(file.size, getLocale()) })}</p>
              {!isSingle && <Caption key={file.id} file={file} attachments={attachments} />}
            </div>
            <IconButton
              label={m.tickets_remove_file({ name: file.name })}
              icon={<X size={18} />}
              onClick={() => void attachments.remove(file)}
              className="touch:size-11"
            />
          </li>
        ))}
      </ul>
      <Dialog open={enlarged !== null} onClose={() => setEnlarged(null)} title={enlarged?.name ?? ""} size="large">
        {enlarged && <Picture file={enlarged} className="mx-auto max-h-[70vh] max-w-full object-contain" />}
      </Dialog>
    </>
  );
}

/** Returns what a file is: a photo is not called by its file name. */
function fileTitle({ mimetype, name }: FileDraft, hasCaption: boolean): string {
  const kind = fileKindOf({ type: mimetype });
  if (kind === "image") return hasCaption ? m.tickets_file_photo_caption() : m.tickets_media_image();
  if (kind === "video") return hasCaption ? m.tickets_file_video_caption() : m.tickets_media_video();
  return name;
}

/** Several files have a caption each. */
function Caption({ file, attachments }: { file: FileDraft; attachments: ReturnType<typeof useAttachments> }) {
  const [text, write] = useDebouncedWrite(file.caption, (caption) => void attachments.caption(file.id, caption));
  function handleText(caption: string) {
    attachments.typeCaption(file.id, caption);
    write(caption);
  }
  return (
    <input
      value={text}
      onChange={(event) => handleText(event.target.value)}
      aria-label={m.tickets_caption_for({ name: file.name })}
      placeholder={m.tickets_caption()}
      className="field-ring mt-1 h-8 w-full rounded-md bg-surface px-2 text-sm outline-none focus-visible:outline-2 focus-visible:outline-focus touch:h-11 touch:text-lg"
    />
  );
}

const icons = { video: Video, audio: Mic, document: FileText };

function Preview({ file, onEnlarge }: { file: FileDraft; onEnlarge: () => void }) {
  const kind = fileKindOf({ type: file.mimetype });
  if (kind === "image")
    return (
      <button
        type="button"
        onClick={onEnlarge}
        aria-label={m.tickets_file_enlarge({ name: file.name })}
        className="size-18 shrink-0 overflow-hidden rounded-lg bg-sunken sm:size-24"
      >
        <Picture file={file} className="size-full object-cover" />
      </button>
    );
  const Icon = icons[kind];
  return (
    <span className="grid size-18 shrink-0 place-items-center rounded-lg bg-primary-soft text-on-primary-soft">
      <Icon aria-hidden="true" size={24} />
    </span>
  );
}

function Picture({ file: { id }, className }: { file: FileDraft; className: string }) {
  const { files } = useDesk().unsent;
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    let made: string | null = null;
    let current = true;
    void files.blob(id).then((blob) => {
      if (!blob || !current) return;
      made = URL.createObjectURL(blob);
      setUrl(made);
    });
    return () => {
      current = false;
      if (made) URL.revokeObjectURL(made);
    };
  }, [files, id]);
  return url && <img src={url} alt="" decoding="async" className={className} />;
}
