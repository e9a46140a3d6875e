import type { MessageMedia } from "../../../sync/contracts/messages.ts";
import { m } from "../../i18n/paraglide/messages.js";
import type { ShownMessage } from "../shown-message.ts";
import { MediaFrame } from "./media-frame.tsx";

type VideoClipProps = {
  message: ShownMessage;
  media: MessageMedia;
  fileId: string | null;
  channel: string;
};

export const videoTitle = (message: ShownMessage, media: VideoClipProps["media"]): string =>
  m.tickets_video_of({ name: message.body || media.name });

/** Plays a video on request. There is no transcript, so no captions are offered. */
export function VideoClip({ message, media, fileId, channel }: VideoClipProps) {
  return (
    <MediaFrame media={media} fileId={fileId} channel={channel} className="h-45 w-71 max-w-full rounded-lg">
      {(url) => (
        <video
          src={url}
          controls
          preload="metadata"
          aria-label={videoTitle(message, media)}
          className="max-h-75 w-71 max-w-full rounded-lg bg-black"
        >
          <track kind="captions" />
        </video>
      )}
    </MediaFrame>
  );
}
