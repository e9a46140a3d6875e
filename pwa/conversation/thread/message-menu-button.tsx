import { ChevronDown } from "lucide-react";
import { m } from "../../i18n/paraglide/messages.js";
import { classNames } from "../../ui/class-names.ts";
import { IconButton, type IconButtonProps } from "../../ui/icon-button.tsx";

type MessageMenuButtonProps = Omit<IconButtonProps, "label" | "icon" | "size" | "className"> & { mine: boolean };

/** Opens the menu of a message. On touch devices it stands beside the bubble without reducing the bubble's width. */
export const MessageMenuButton = ({ mine, ...props }: MessageMenuButtonProps) => (
  <IconButton
    {...props}
    size="small"
    label={m.tickets_message_menu()}
    icon={<ChevronDown size={15} />}
    className={classNames(
      "shrink-0 text-ink-3 opacity-60 focus-visible:opacity-100 group-hover/message:opacity-100 touch:size-8 touch:opacity-100",
      mine ? "touch:-ml-8" : "touch:-mr-8",
    )}
  />
);
