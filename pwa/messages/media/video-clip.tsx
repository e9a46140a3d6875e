import type { MessageView } from "../../../sync/client/index.ts";
import { m } from "../../i18n/paraglide/messages.js";
import { MediaFrame } from "./media-frame.tsx";

type VideoClipProps = {
  message: MessageView;
  media: NonNullable<MessageView["media"]>;
  fileId: string | null;
  channel: string;
};

export const videoTitle = (message: MessageView, media: VideoClipProps["media"]): string =>
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
