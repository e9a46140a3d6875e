import { ChevronLeft, ChevronRight, FileText } from "lucide-react";
import { useEffect, useEffectEvent, useState } from "react";
import { moment } from "../../i18n/full-dates.ts";
import { m } from "../../i18n/paraglide/messages.js";
import { IconButton } from "../../ui/icon-button.tsx";
import { Dialog } from "../../ui/layers/dialog.tsx";
import { Skeleton } from "../../ui/lists/skeleton.tsx";
import { CannotShow, useUnshown } from "./cannot-show.tsx";
import { DownloadLink } from "./document-card.tsx";
import { useFileUrl } from "./use-file-url.ts";
import { Video } from "./video-clip.tsx";

export type ViewedMedia = {
  id: string;
  fileId: string | null;
  mediaType: string;
  /** The file's name for the download. */
  name: string;
  /** The title shown above the file. */
  title: string;
  createdAt: string;
};

type MediaViewerProps = {
  /** In display order: the left arrow moves towards the first. */
  items: readonly ViewedMedia[];
  startId: string;
  onClose: () => void;
};

/** Shows pictures and videos in full size, one at a time; the arrow keys move between them. */
export function MediaViewer({ items, startId, onClose }: MediaViewerProps) {
  const [id, setId] = useState(startId);
  const place = items.findIndex((item) => item.id === id);
  const item = items[place];
  const [before, after] = [items[place - 1], items[place + 1]];

  const press = useEffectEvent((event: KeyboardEvent) => {
    // A video's own slider uses the same keys.
    if (event.target instanceof HTMLMediaElement) return;
    const next = event.key === "ArrowLeft" ? before : event.key === "ArrowRight" ? after : undefined;
    if (!next) return;
    event.preventDefault();
    setId(next.id);
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => press(event);
    document.addEventListener("keydown", listener);
    return () => document.removeEventListener("keydown", listener);
  }, []);

  if (!item) return null;
  return (
    <Dialog open onClose={onClose} title={item.title} size="large" footer={<Keep item={item} />}>
      <div className="grid min-h-[min(24rem,60dvh)] place-items-center">
        <Whole key={item.id} item={item} />
      </div>
      <div className="mt-3 flex items-center justify-center gap-3 text-ink-2 text-xs tabular-nums">
        {items.length > 1 && (
          <IconButton
            label={m.tickets_media_previous()}
            icon={<ChevronLeft size={20} />}
            disabled={!before}
            onClick={() => before && setId(before.id)}
          />
        )}
        <span aria-live="polite">
          {items.length > 1 && `${m.tickets_media_place({ place: place + 1, count: items.length })} · `}
          <time dateTime={item.createdAt}>{moment(item.createdAt)}</time>
        </span>
        {items.length > 1 && (
          <IconButton
            label={m.tickets_media_next()}
            icon={<ChevronRight size={20} />}
            disabled={!after}
            onClick={() => after && setId(after.id)}
          />
        )}
      </div>
    </Dialog>
  );
}

function Keep({ item }: { item: ViewedMedia }) {
  const { url } = useFileUrl(item.fileId);
  return url && <DownloadLink url={url} name={item.name} />;
}

function Whole({ item }: { item: ViewedMedia }) {
  const { state, url } = useFileUrl(item.fileId);
  if (state === "absent") return <p className="text-ink-3">{m.tickets_media_elsewhere()}</p>;
  if (!url) return <Skeleton className="h-60 w-full" />;
  if (item.mediaType === "image" || item.mediaType === "sticker") return <WholePicture url={url} item={item} />;
  if (item.mediaType === "video")
    return <Video url={url} title={item.title} name={item.name} className="max-h-[62dvh] max-w-full bg-black" />;
  return (
    <p className="flex items-center gap-2 text-ink-2">
      <FileText aria-hidden="true" size={18} />
      {item.name}
    </p>
  );
}

function WholePicture({ url, item }: { url: string; item: ViewedMedia }) {
  const { isUnshown, onUnshown } = useUnshown(url);
  if (isUnshown) return <CannotShow url={url} name={item.name} />;
  return (
    <img
      src={url}
      alt={item.title}
      decoding="async"
      onError={onUnshown}
      className="max-h-[62dvh] max-w-full object-contain"
    />
  );
}
