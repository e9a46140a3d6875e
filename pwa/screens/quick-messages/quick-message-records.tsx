import { Clock, Image, Zap } from "lucide-react";
import type { QuickMessageView } from "../../../sync/client/index.ts";
import { m } from "../../i18n/paraglide/messages.js";
import { StatusChip } from "../../ui/fields/chips.tsx";
import { PictureBox, type RecordField, type RecordLook } from "../lists/index.ts";

const whose = (isGeneral: boolean) => (isGeneral ? m.quick_messages_general() : m.quick_messages_own());

export const quickLook = ({ shortcode, message, isGeneral, isWaiting, fileName }: QuickMessageView): RecordLook => ({
  name: `/${shortcode}`,
  picture: (
    <PictureBox>
      <Zap size={18} />
    </PictureBox>
  ),
  line: <span className="truncate">{message}</span>,
  status: isWaiting ? (
    <StatusChip tone="queued" icon={<Clock aria-hidden="true" size={13} />}>
      {m.quick_messages_waiting()}
    </StatusChip>
  ) : (
    <>
      {fileName && <Image role="img" aria-label={fileName} size={14} />}
      {whose(isGeneral)}
    </>
  ),
});

export const quickFields = ({ message, isGeneral, fileName }: QuickMessageView): RecordField[] => [
  { label: m.quick_messages_message(), value: <span className="whitespace-pre-line">{message}</span> },
  { label: m.quick_messages_col_media(), value: fileName ?? m.quick_messages_no_media() },
  { label: m.quick_messages_col_status(), value: whose(isGeneral) },
];
