import { Ban, Check, CircleAlert, CircleQuestionMark, Clock, LoaderCircle, type LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import type { MailState } from "../../../contracts/office/mails.ts";
import type { MailRecordWire } from "../../../contracts/wire/mails.ts";
import { serverNow } from "../../../sync/client/server-clock.ts";
import { languageTag } from "../../i18n/language.ts";
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
  const { one, many } = looks[state];
  return (
    <Chip state={state}>
      {isAlone ? one() : many({ count })}
      {end && ` ${end}`}
    </Chip>
  );
}

function Chip({ state, children }: { state: MailState; children: ReactNode }) {
  const { icon: Icon, tone } = looks[state];
  return (
    <span className={`inline-flex shrink-0 items-center gap-1 font-medium text-xs tabular-nums ${tone}`}>
      <Icon aria-hidden="true" size={13} />
      {children}
    </span>
  );
}

const [MINUTE_MS, HOUR_MS, DAY_MS] = [60_000, 3_600_000, 86_400_000];

/** Returns the time from `now` until the instant in the largest unit that it fills, as "em 2 dias"; null when it has passed. */
export function timeUntil(iso: string, now: number): string | null {
  const left = Date.parse(iso) - now;
  if (left <= 0) return null;
  const format = new Intl.RelativeTimeFormat(languageTag());
  if (left >= DAY_MS) return format.format(Math.round(left / DAY_MS), "day");
  if (left >= HOUR_MS) return format.format(Math.round(left / HOUR_MS), "hour");
  return format.format(Math.max(1, Math.round(left / MINUTE_MS)), "minute");
}

/** `leavesAt`: when a scheduled mail is sent; a row of it that waits shows in how long. */
type MailChipProps = { counts: MailRecordWire["counts"]; leavesAt: string | null };

export function MailChip({ counts, leavesAt }: MailChipProps) {
  const state = states.find((one) => counts[one] > 0) ?? "waiting";
  const inTime = leavesAt && timeUntil(leavesAt, serverNow());
  if (state === "waiting" && inTime) return <Chip state={state}>{inTime}</Chip>;
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
