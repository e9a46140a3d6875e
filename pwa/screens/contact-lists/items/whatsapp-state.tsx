import { Check, CircleAlert, Clock, ShieldMinus } from "lucide-react";
import { m } from "../../../i18n/paraglide/messages.js";
import { Dot } from "../../../ui/badge.tsx";
import { shortDayAt } from "../../campaigns/parts/campaign-times.ts";
import type { ItemRow } from "../parts/list-calls.ts";

type State = Pick<ItemRow, "isWhatsappValid" | "optedOutAt">;

/** Shows whether a person of a list gets messages of campaigns; an opt-out comes before the result of the check. */
export function WhatsappState({ item, timeZone }: { item: State; timeZone: string }) {
  if (item.optedOutAt) {
    return (
      <span className="flex items-center gap-1.5 text-ink-2">
        <ShieldMinus aria-hidden="true" size={14} />
        {m.contact_lists_opted_out_on({ day: shortDayAt(item.optedOutAt, timeZone) })}
      </span>
    );
  }
  if (item.isWhatsappValid === null) {
    return (
      <span className="flex items-center gap-1.5 text-ink-3">
        <Clock aria-hidden="true" size={14} />
        {m.contact_lists_checking()}
      </span>
    );
  }
  if (item.isWhatsappValid) {
    return (
      <span className="flex items-center gap-1.75">
        <Dot />
        {m.contact_lists_valid()}
      </span>
    );
  }
  return <Invalid />;
}

/** The same in one or two words, for a row on phones. */
export function ShortState({ item }: { item: State }) {
  if (item.optedOutAt) {
    return (
      <>
        <ShieldMinus aria-hidden="true" size={13} />
        {m.contact_lists_opted_out_short()}
      </>
    );
  }
  if (item.isWhatsappValid === null) {
    return (
      <>
        <Clock aria-hidden="true" size={13} />
        {m.contact_lists_checking()}
      </>
    );
  }
  if (item.isWhatsappValid) {
    return (
      <span className="flex items-center gap-1.25 text-primary-ink">
        <Check aria-hidden="true" size={13} />
        {m.contact_lists_ready()}
      </span>
    );
  }
  return <Invalid />;
}

const Invalid = () => (
  <span className="flex items-center gap-1.25 text-danger-ink">
    <CircleAlert aria-hidden="true" size={14} />
    {m.contact_lists_invalid()}
  </span>
);
