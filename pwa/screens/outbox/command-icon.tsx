import {
  ArrowRightLeft,
  Calendar,
  Check,
  Eye,
  type LucideIcon,
  MessageSquare,
  NotebookPen,
  Pencil,
  RotateCcw,
  SquareKanban,
  Tag,
  Trash2,
  Undo2,
  UserRound,
} from "lucide-react";
import type { CommandType } from "../../../sync/contracts/commands.ts";

const icons: Partial<Record<CommandType, LucideIcon>> = {
  "ticket.accept": Check,
  "ticket.close": Check,
  "ticket.read": Eye,
  "ticket.return": Undo2,
  "ticket.reopen": RotateCcw,
  "ticket.transfer": ArrowRightLeft,
  "ticket.takeBack": Undo2,
  "ticket.delete": Trash2,
  "ticket.tag": Tag,
  "ticket.lane": SquareKanban,
  "tag.create": Tag,
  "message.send": MessageSquare,
  "message.forward": MessageSquare,
  "message.delete": Trash2,
  "message.discard": Trash2,
  "note.add": NotebookPen,
  "note.delete": Trash2,
  "chatMessage.send": MessageSquare,
  "chat.read": Eye,
  "chat.delete": Trash2,
  "schedule.create": Calendar,
  "schedule.change": Calendar,
  "schedule.delete": Calendar,
  "contact.create": UserRound,
  "contact.update": UserRound,
};

/** Shows the icon of a command's type. */
export function CommandIcon({ type }: { type: CommandType }) {
  const Icon = icons[type] ?? Pencil;
  return <Icon aria-hidden="true" size={16} className="mt-0.5 shrink-0 text-ink-2" />;
}
