import { Download, FileText } from "lucide-react";
import { splitFileName, strangerName } from "../../../contracts/texts/stranger-text.ts";
import type { MessageView } from "../../../sync/client/index.ts";
import { m } from "../../i18n/paraglide/messages.js";
import { getLocale } from "../../i18n/paraglide/runtime.js";
import { fileSize } from "./file-check.ts";
import { MediaFrame } from "./media-frame.tsx";

type DocumentCardProps = { media: NonNullable<MessageView["media"]>; fileId: string | null; channel: string };

/** Shows a file by name and size, with a link to download it. */
export function DocumentCard({ media, fileId, channel }: DocumentCardProps) {
  const name = strangerName(media.name) || m.tickets_media_document();
  // Shown apart, because the end of a long name is cut off.
  const { ending } = splitFileName(name);
  return (
    <MediaFrame media={media} fileId={fileId} channel={channel} className="h-11 w-60 rounded-md">
      {(url) => (
        <a
          href={url}
          download={name}
          aria-label={m.tickets_download({ name })}
          className="flex min-w-55 items-center gap-3 rounded-md py-1"
        >
          <span className="grid size-9 shrink-0 place-items-center rounded-md bg-primary-soft text-on-primary-soft">
            <FileText aria-hidden="true" size={18} />
          </span>
          <span className="min-w-0 flex-1">
            <b dir="auto" className="block truncate font-medium leading-4.5">
              {name}
            </b>
            <span className="block text-xs opacity-80">
              {ending !== "" && <span className="uppercase">{ending.slice(1)} · </span>}
              <span>{fileSize(media.size, getLocale())}</span>
            </span>
          </span>
          <Download aria-hidden="true" size={18} className="shrink-0 self-start" />
        </a>
      )}
    </MediaFrame>
  );
}

/** Downloads a file that is already loaded. */
export function DownloadLink({ url, name }: { url: string; name: string }) {
  return (
    <a
      href={url}
      download={name}
      className="control-ring inline-flex h-(--control) items-center gap-1.5 rounded-md px-3 font-medium hover:bg-hover"
    >
      <Download aria-hidden="true" size={16} />
      {m.tickets_download({ name })}
    </a>
  );
}
