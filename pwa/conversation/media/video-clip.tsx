import type { MessageMedia } from "../../../contracts/desk/messages.ts";
import { strangerName } from "../../../contracts/texts/stranger-text.ts";
import { m } from "../../i18n/paraglide/messages.js";
import type { ShownMessage } from "../shown-message.ts";
import { CannotShow, useUnshown } from "./cannot-show.tsx";
import { MediaFrame } from "./media-frame.tsx";

type VideoClipProps = {
  message: ShownMessage;
  media: MessageMedia;
  fileId: string | null;
  channel: string;
};

export const videoTitle = (message: ShownMessage, media: VideoClipProps["media"]): string =>
  m.tickets_video_of({ name: message.body || strangerName(media.name) });

/** Plays a video on request. There is no transcript, so no captions are offered. */
export function VideoClip({ message, media, fileId, channel }: VideoClipProps) {
  return (
    <MediaFrame media={media} fileId={fileId} channel={channel} className="h-45 w-71 max-w-full rounded-lg">
      {(url) => (
        <Video
          url={url}
          title={videoTitle(message, media)}
          name={media.name}
          className="max-h-75 w-71 max-w-full rounded-lg bg-black"
        />
      )}
    </MediaFrame>
  );
}

type VideoProps = { url: string; title: string; name: string; className: string };

/** Plays a video; a browser that has only its sound, or nothing of it, says so. */
export function Video({ url, title, name, className }: VideoProps) {
  const { isUnshown, onUnshown } = useUnshown(url);
  if (isUnshown) return <CannotShow url={url} name={name} />;
  return (
    <video
      src={url}
      controls
      preload="metadata"
      aria-label={title}
      onError={onUnshown}
      onLoadedMetadata={({ currentTarget }) => currentTarget.videoWidth === 0 && onUnshown()}
      className={className}
    >
      <track kind="captions" />
    </video>
  );
}
