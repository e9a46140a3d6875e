import { Ban, Check, CircleAlert, CircleQuestionMark, Clock, LoaderCircle, type LucideIcon } from "lucide-react";
import type { MailState } from "../../../sync/contracts/mails.ts";
import type { MailRecordWire } from "../../../sync/contracts/wire/mails.ts";
import { m } from "../../i18n/paraglide/messages.js";

type Look = { icon: LucideIcon; tone: string; one: () => string; many: (inputs: { count: number }) => string };

const looks: Record<MailState, Look> = {
  failed: { icon: CircleAlert, tone: "text-danger-ink", one: m.email_state_failed, many: m.email_count_failed },
  unknown: {
    icon: CircleQuestionMark,
    tone: "text-ink-2",
    one: m.email_state_unknown,
    many: m.email_count_unknown,
  },
  sending: { icon: LoaderCircle, tone: "text-ink-2", one: m.email_state_sending, many: m.email_count_sending },
  waiting: { icon: Clock, tone: "text-warn-ink", one: m.email_state_waiting, many: m.email_count_waiting },
  sent: { icon: Check, tone: "text-primary-ink", one: m.email_state_sent, many: m.email_count_sent },
  cancelled: { icon: Ban, tone: "text-ink-3", one: m.email_state_cancelled, many: m.email_count_cancelled },
};

/** The state that a row of the list shows: the one that needs attention most. */
const states = Object.keys(looks) as MailState[];

/** `isAlone`: the only recipient; otherwise the number of recipients in the state is named. */
type ChipProps = { state: MailState; end?: string | undefined; count?: number; isAlone?: boolean };

export function StateChip({ state, end, count = 1, isAlone = true }: ChipProps) {
  const { icon: Icon, tone, one, many } = looks[state];
  return (
    <span className={`inline-flex shrink-0 items-center gap-1 font-medium text-xs tabular-nums ${tone}`}>
      <Icon aria-hidden="true" size={13} />
      {isAlone ? one() : many({ count })}
      {end && ` ${end}`}
    </span>
  );
}

export function MailChip({ counts }: { counts: MailRecordWire["counts"] }) {
  const state = states.find((one) => counts[one] > 0) ?? "waiting";
  return <StateChip state={state} count={counts[state]} isAlone={totalOf(counts) === 1} />;
}

export const totalOf = (counts: MailRecordWire["counts"]) => states.reduce((sum, state) => sum + counts[state], 0);

const CUT = 100;
/** The specification's preview: 100 characters, then "...". */
export const previewOf = (text: string): string => {
  const line = text.replace(/\s+/g, " ");
  return line.length > CUT ? `${line.slice(0, CUT)}...` : line;
};

export const addressesText = (count: number, address: string): string =>
  count > 1 ? m.email_to_many({ count }) : address;
