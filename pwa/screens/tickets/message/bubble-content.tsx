import { FileQuestionMark } from "lucide-react";
import { readActions } from "../../../../contracts/desk/bodies/action-text.ts";
import { readPoll } from "../../../../contracts/desk/bodies/poll-text.ts";
import { isAutomatic } from "../../../../contracts/desk/messages.ts";
import type { MessageView } from "../../../../sync/client/index.ts";
import { ActionCard } from "../../../conversation/media/action-card.tsx";
import { ContactCards } from "../../../conversation/media/contact-card.tsx";
import { LocationCard } from "../../../conversation/media/location-card.tsx";
import { Caption, MessageFile } from "../../../conversation/media/message-file.tsx";
import { PollCard } from "../../../conversation/media/poll-card.tsx";
import { MessageBody } from "../../../conversation/text/message-body.tsx";
import { m } from "../../../i18n/paraglide/messages.js";
import { useConversation } from "../conversation/conversation-context.tsx";
import { AskForMedia } from "./ask-for-media.tsx";
import { AutomaticBody } from "./automatic-message.tsx";

/** Shows a message's content: first its file, then its text. */
export function BubbleContent({ message }: { message: MessageView }) {
  switch (message.mediaType) {
    case "chat":
      return <Text message={message} />;
    case "vcard":
    case "contactMessage":
      return <ContactCards body={message.body} />;
    case "locationMessage":
      return <LocationCard body={message.body} />;
    case "unsupported":
      return (
        <span className="inline-flex items-center gap-1.5 italic">
          <FileQuestionMark aria-hidden="true" size={16} className="shrink-0" />
          {m.tickets_media_unsupported()}
        </span>
      );
    default:
      return (
        <>
          <File message={message} />
          <Caption message={message} />
        </>
      );
  }
}

function Text({ message: { body, fromMe, origin } }: { message: MessageView }) {
  if (isAutomatic(origin)) return <AutomaticBody body={body} />;
  const poll = readPoll(body);
  if (poll) return <PollCard poll={poll} />;
  const parts = fromMe ? null : readActions(body);
  return parts ? <ActionCard parts={parts} /> : <MessageBody body={body} />;
}

function File({ message }: { message: MessageView }) {
  const { channel, view } = useConversation();
  const { media } = message;
  if (!media) return <span className="italic">{m.tickets_media_failed()}</span>;
  const isAbsent = media.state === "remote" || media.state === "failed";
  if (isAbsent && !media.fileId && !message.localFileId) return <AskForMedia message={message} media={media} />;
  return <MessageFile message={message} media={media} channel={channel} onView={view} />;
}
