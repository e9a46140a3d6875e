import { readActions } from "../../../contracts/desk/bodies/action-text.ts";
import type { MessageMedia } from "../../../contracts/desk/messages.ts";
import type { ShownMessage } from "../shown-message.ts";
import { MessageBody } from "../text/message-body.tsx";
import { isInvisible } from "../text/visible-text.ts";
import { ActionCard } from "./action-card.tsx";
import { DocumentCard } from "./document-card.tsx";
import { Picture } from "./picture.tsx";
import { VideoClip } from "./video-clip.tsx";
import { VoiceNote } from "./voice-note.tsx";

type MessageFileProps = {
  message: ShownMessage;
  media: MessageMedia;
  channel: string;
  /** Opens the media viewer at a picture. */
  onView: (messageId: string) => void;
};

/** Shows the file of a message: a picture, a voice message, a video, or its name and size. */
export function MessageFile({ message, media, channel, onView }: MessageFileProps) {
  const file = { media, channel, fileId: message.localFileId ?? media.fileId };
  if (message.mediaType === "image" || message.mediaType === "sticker")
    return <Picture message={message} {...file} onView={onView} />;
  if (message.mediaType === "audio") return <VoiceNote {...file} />;
  if (message.mediaType === "video") return <VideoClip message={message} {...file} />;
  return <DocumentCard {...file} />;
}

/** Shows the text below a file; a file's own name is not repeated. */
export function Caption({ message: { body, media, mediaType } }: { message: ShownMessage }) {
  if (isInvisible(body) || body === media?.name) return null;
  const parts = readActions(body);
  return (
    <span dir="auto" className={mediaType === "document" ? "mt-1 block" : "block px-2 pt-1.25"}>
      {parts ? <ActionCard parts={parts} /> : <MessageBody body={body} />}
    </span>
  );
}
