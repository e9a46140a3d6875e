import { CloudOff, Hourglass } from "lucide-react";
import type { ReactNode } from "react";
import type { MessageMedia } from "../../../contracts/desk/messages.ts";
import { m } from "../../i18n/paraglide/messages.js";
import { Skeleton } from "../../ui/lists/skeleton.tsx";
import { type FileUrl, useFileUrl } from "./use-file-url.ts";

type MediaFrameProps = {
  media: MessageMedia;
  fileId: string | null;
  channel: string;
  className: string;
  children: (url: string) => ReactNode;
};

/** Shows a file, a skeleton while it loads, or a sentence that says why it is not available here. */
export function MediaFrame({ media, fileId, channel, className, children }: MediaFrameProps) {
  const file = useFileUrl(fileId, media.state === "ready");
  if (file.url) return children(file.url);
  if (media.state === "ready" && file.state === "loading") return <Skeleton className={className} />;
  return <Absent words={absentWords(media, file, channel)} waiting={media.state === "pending"} />;
}

function absentWords(media: MessageMedia, file: FileUrl, channel: string): string {
  if (media.state === "pending") return m.tickets_media_wait({ channel });
  if (media.state === "failed") return m.tickets_media_failed();
  return file.state === "absent" ? m.tickets_media_elsewhere() : m.tickets_media_failed();
}

function Absent({ words, waiting }: { words: string; waiting: boolean }) {
  const Icon = waiting ? Hourglass : CloudOff;
  return (
    <span className="flex items-center gap-2 px-2 py-3 text-sm">
      <Icon aria-hidden="true" size={18} className="shrink-0" />
      {words}
    </span>
  );
}
