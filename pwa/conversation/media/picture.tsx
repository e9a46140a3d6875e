import type { MessageMedia } from "../../../contracts/desk/messages.ts";
import { strangerName } from "../../../contracts/texts/stranger-text.ts";
import { m } from "../../i18n/paraglide/messages.js";
import type { ShownMessage } from "../shown-message.ts";
import { CannotShow, useUnshown } from "./cannot-show.tsx";
import { MediaFrame } from "./media-frame.tsx";

type PictureProps = {
  message: ShownMessage;
  media: MessageMedia;
  fileId: string | null;
  channel: string;
  /** Opens the media viewer. */
  onView: (messageId: string) => void;
};

export const pictureTitle = (message: ShownMessage, media: PictureProps["media"]): string =>
  m.tickets_image_of({ name: message.body || strangerName(media.name) || m.tickets_media_image() });

/** Shows a photo in its bubble; a click opens it in full size. */
export function Picture({ message, media, fileId, channel, onView }: PictureProps) {
  const name = pictureTitle(message, media);
  const sticker = message.mediaType === "sticker";
  return (
    <MediaFrame media={media} fileId={fileId} channel={channel} className="h-45 w-71 max-w-full rounded-lg">
      {(url) => <Shown url={url} name={name} file={media.name} isSticker={sticker} onView={() => onView(message.id)} />}
    </MediaFrame>
  );
}

type ShownProps = { url: string; name: string; file: string; isSticker: boolean; onView: () => void };

function Shown({ url, name, file, isSticker, onView }: ShownProps) {
  const { isUnshown, onUnshown } = useUnshown(url);
  if (isUnshown) return <CannotShow url={url} name={file} />;
  return (
    <button
      type="button"
      onClick={onView}
      aria-label={`${m.tickets_image_open()}: ${name}`}
      className="block cursor-zoom-in overflow-hidden rounded-lg"
    >
      <img
        src={url}
        alt={name}
        decoding="async"
        onError={onUnshown}
        className={isSticker ? "size-36 object-contain" : "max-h-56 min-h-20 w-71 max-w-full object-cover"}
      />
    </button>
  );
}
