import { CloudDownload, RefreshCw } from "lucide-react";
import { isErrorCode } from "../../../../contracts/errors.ts";
import type { MessageView } from "../../../../sync/client/index.ts";
import { fileSize } from "../../../conversation/media/file-check.ts";
import { errorMessage } from "../../../i18n/error-message.ts";
import { m } from "../../../i18n/paraglide/messages.js";
import { getLocale } from "../../../i18n/paraglide/runtime.js";
import { useCommand } from "../../../session/desk.tsx";
import { Button } from "../../../ui/button.tsx";

type AskForMediaProps = { message: MessageView; media: NonNullable<MessageView["media"]> };

/** Shows a button that requests a file which is still at the channel or was not stored, with the reason. */
export function AskForMedia({ message: { id, ticketId }, media }: AskForMediaProps) {
  const send = useCommand();
  const hasFailed = media.state === "failed";
  const reason = media.error && isErrorCode(media.error) ? errorMessage(media.error) : m.tickets_media_failed();
  const Icon = hasFailed ? RefreshCw : CloudDownload;
  const size = media.size > 0 ? ` · ${fileSize(media.size, getLocale())}` : "";
  return (
    <span className="flex flex-col items-start gap-2 px-2 py-2 text-sm">
      {hasFailed && <span>{reason}</span>}
      <Button
        size="small"
        icon={<Icon aria-hidden="true" size={15} />}
        onClick={() => void send("message.fetchMedia", { messageId: id, ticketId })}
      >
        {hasFailed ? m.tickets_media_again() : `${m.tickets_media_fetch()}${size}`}
      </Button>
    </span>
  );
}
