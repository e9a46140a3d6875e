import type { DeviceDesk } from "../../../../sync/client/index.ts";
import { m } from "../../../i18n/paraglide/messages.js";
import { toast } from "../../../ui/toasts/toast.tsx";

/**
 * Says what a command did and offers to undo it: a command that has not left this device is discarded, otherwise
 * `reverse` sends the opposite one. `undone` is called afterwards.
 */
export function toastWithUndo(
  desk: DeviceDesk,
  text: string,
  commandId: string,
  reverse: () => Promise<unknown>,
  undone?: () => void,
) {
  const undo = async () => {
    if (!(await desk.discard(commandId))) await reverse();
    undone?.();
  };
  toast.success(text, { action: { label: m.tickets_undo(), onSelect: () => void undo() } });
}
