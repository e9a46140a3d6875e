import type { MessageView } from "../../../../sync/client/index.ts";
import { m } from "../../../i18n/paraglide/messages.js";
import { MediaFrame } from "../../../messages/media/media-frame.tsx";
import { useConversation } from "../conversation/conversation-context.tsx";

type PictureProps = {
  message: MessageView;
  media: NonNullable<MessageView["media"]>;
  fileId: string | null;
  channel: string;
};

export const pictureTitle = (message: MessageView, media: PictureProps["media"]): string =>
  m.tickets_image_of({ name: message.body || media.name || m.tickets_media_image() });

/** Shows a photo in its bubble; a click opens it in full size. */
export function Picture({ message, media, fileId, channel }: PictureProps) {
  const { view } = useConversation();
  const name = pictureTitle(message, media);
  const sticker = message.mediaType === "sticker";
  return (
    <MediaFrame media={media} fileId={fileId} channel={channel} className="h-45 w-71 max-w-full rounded-lg">
      {(url) => (
        <button
          type="button"
          onClick={() => view(message.id)}
          aria-label={`${m.tickets_image_open()}: ${name}`}
          className="block cursor-zoom-in overflow-hidden rounded-lg"
        >
          <img
            src={url}
            alt={name}
            className={sticker ? "size-36 object-contain" : "max-h-56 min-h-20 w-71 max-w-full object-cover"}
          />
        </button>
      )}
    </MediaFrame>
  );
}
