import { m } from "../../i18n/paraglide/messages.js";
import { toast } from "../../ui/toasts/toast.tsx";

/** Says that the text was pasted, and offers to attach the picture of it as well. */
export function offerPicture(attach: () => void): void {
  toast.success(m.tickets_pasted_as_text(), { action: { label: m.tickets_paste_picture(), onSelect: attach } });
}
