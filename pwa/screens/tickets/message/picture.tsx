import { useState } from "react";
import type { MessageView } from "../../../../sync/client/index.ts";
import { m } from "../../../i18n/paraglide/messages.js";
import { Dialog } from "../../../ui/dialog.tsx";
import { DownloadLink } from "./document-card.tsx";
import { MediaFrame } from "./media-frame.tsx";

type PictureProps = {
  message: MessageView;
  media: NonNullable<MessageView["media"]>;
  fileId: string | null;
  channel: string;
};

/** A photo in its bubble; opens whole. */
export function Picture({ message, media, fileId, channel }: PictureProps) {
  const [open, setOpen] = useState(false);
  const name = m.tickets_image_of({ name: message.body || media.name || m.tickets_media_image() });
  const sticker = message.mediaType === "sticker";
  return (
    <MediaFrame media={media} fileId={fileId} channel={channel} className="h-45 w-71 max-w-full rounded-lg">
      {(url) => (
        <>
          <button
            type="button"
            onClick={() => setOpen(true)}
            aria-label={`${m.tickets_image_open()}: ${name}`}
            className="block cursor-zoom-in overflow-hidden rounded-lg"
          >
            <img
              src={url}
              alt={name}
              className={sticker ? "size-36 object-contain" : "max-h-56 min-h-20 w-71 max-w-full object-cover"}
            />
          </button>
          <Dialog
            open={open}
            onClose={() => setOpen(false)}
            title={name}
            size="large"
            footer={<DownloadLink url={url} name={media.name} />}
          >
            <img src={url} alt={name} className="mx-auto max-h-[70dvh] max-w-full object-contain" />
          </Dialog>
        </>
      )}
    </MediaFrame>
  );
}
