import { Disclosure, DisclosureButton, DisclosurePanel } from "@headlessui/react";
import { ChevronRight } from "lucide-react";
import { TIME_ZONE_KEY } from "../../../../contracts/account/settings.ts";
import { SUGGESTED_DAILY_LIMIT } from "../../../../contracts/marketing/campaigns.ts";
import { numberFormat } from "../../../i18n/number-format.ts";
import { m } from "../../../i18n/paraglide/messages.js";
import { zoneHint } from "../../../i18n/plan-zone.ts";
import { useDirectory } from "../../../session/directory.tsx";
import { useSettings } from "../../../session/use-setting.ts";
import { Button } from "../../../ui/button.tsx";
import { classNames } from "../../../ui/class-names.ts";
import { Select } from "../../../ui/fields/select.tsx";
import { TextField } from "../../../ui/fields/text-field.tsx";
import { typedTime } from "../../hours/week.ts";
import type { Form } from "../../lists/index.ts";
import type { CampaignForm } from "../parts/campaign-form.ts";

const dayNames = [
  m.campaigns_day_1,
  m.campaigns_day_2,
  m.campaigns_day_3,
  m.campaigns_day_4,
  m.campaigns_day_5,
  m.campaigns_day_6,
  m.campaigns_day_7,
];

/** No queue has an empty id. */
const NONE = "";

type FieldsProps = { form: Form<CampaignForm>; disabled: boolean };

/** Edits when and how fast a campaign may send, and where its replies go. Closed at first; its line says the values. */
export function SendingFields(props: FieldsProps) {
  const { values, problems } = props.form;
  const isWrong = Boolean(problems.window ?? problems.dailyLimit);
  return (
    <Disclosure as="div" defaultOpen={isWrong} key={String(isWrong)} className="line-ring rounded-lg">
      <DisclosureButton className="group flex min-h-9 w-full items-center gap-2 rounded-lg px-3.5 text-left text-sm -outline-offset-2 hover:bg-hover touch:min-h-11">
        <ChevronRight
          aria-hidden="true"
          size={15}
          className="shrink-0 text-ink-3 transition-transform duration-fast group-data-open:rotate-90"
        />
        <span className="shrink-0 font-medium text-ink-2">{m.campaigns_sending_title()}</span>
        <span className="min-w-0 flex-1 truncate text-right text-ink-3 text-xs">{summaryOf(values)}</span>
      </DisclosureButton>
      <DisclosurePanel className="grid gap-3.5 px-3.5 pt-1 pb-3.5 sm:grid-cols-[minmax(0,1fr)_220px_180px]">
        <Window {...props} />
        <DailyLimit {...props} />
        <ReplyQueue {...props} />
      </DisclosurePanel>
    </Disclosure>
  );
}

function summaryOf({ window, dailyLimit }: CampaignForm): string {
  const days = window.days.map((day) => dayNames[day - 1]?.()).join(" ");
  const limit =
    dailyLimit.trim() === "" ? m.campaigns_daily_limit_none() : m.campaigns_daily_limit_of({ count: dailyLimit });
  return `${days} ${window.start}–${window.end} · ${limit}`;
}

function Window({ form: { values, set, problems }, disabled }: FieldsProps) {
  const { window } = values;
  const timeZone = useSettings()[TIME_ZONE_KEY];
  const toggle = (day: number) => {
    const days = window.days.includes(day) ? window.days.filter((one) => one !== day) : [...window.days, day];
    set({ window: { ...window, days: days.sort((a, b) => a - b) } });
  };
  const time = (field: "start" | "end", label: string) => (
    // Not a time input, because that follows the browser's language and may show 06:00 PM.
    <TextField
      label={label}
      inputMode="numeric"
      maxLength={5}
      placeholder="00:00"
      value={window[field]}
      disabled={disabled}
      aria-invalid={problems.window ? true : undefined}
      onChange={(event) => set({ window: { ...window, [field]: event.target.value } })}
      onBlur={() => set({ window: { ...window, [field]: typedTime(window[field]) } })}
      className="flex-1"
    />
  );
  return (
    <fieldset disabled={disabled} className="flex min-w-0 flex-col gap-2">
      <legend className="mb-1.25 font-medium text-ink-2 text-xs">{m.campaigns_window()}</legend>
      <div className="flex flex-wrap gap-1">
        {dayNames.map((name, index) => {
          const isOn = window.days.includes(index + 1);
          return (
            <button
              key={name()}
              type="button"
              aria-pressed={isOn}
              disabled={disabled}
              onClick={() => toggle(index + 1)}
              className={classNames(
                "h-7 rounded-full px-2.5 text-xs touch:h-11 touch:px-3 touch:text-sm",
                isOn ? "bg-primary-soft font-medium text-on-primary-soft" : "control-ring text-ink-2",
              )}
            >
              {name()}
            </button>
          );
        })}
      </div>
      <div className="flex gap-2">
        {time("start", m.campaigns_window_start())}
        {time("end", m.campaigns_window_end())}
      </div>
      {problems.window ? (
        <p role="alert" className="text-danger-ink text-xs">
          {problems.window}
        </p>
      ) : (
        <p className="text-ink-3 text-xs">
          {[m.campaigns_window_hint(), zoneHint(timeZone, "")].filter(Boolean).join(" ")}
        </p>
      )}
    </fieldset>
  );
}

function DailyLimit({ form, disabled }: FieldsProps) {
  const { connections } = useDirectory();
  const isUnofficial = form.values.connectionIds.some((id) => connections.get(id)?.channel === "whatsapp");
  const count = numberFormat(SUGGESTED_DAILY_LIMIT);
  const isSuggested = isUnofficial && form.values.dailyLimit.trim() === "" && !disabled;
  return (
    <div className="flex flex-col items-start gap-1.5">
      <TextField
        label={m.campaigns_daily_limit()}
        hint={isSuggested ? m.campaigns_daily_limit_why({ count }) : m.campaigns_daily_limit_hint()}
        inputMode="numeric"
        disabled={disabled}
        {...form.text("dailyLimit")}
        className="w-full"
      />
      {isSuggested && (
        <Button size="small" onClick={() => form.set({ dailyLimit: String(SUGGESTED_DAILY_LIMIT) })}>
          {m.campaigns_daily_limit_suggest({ count })}
        </Button>
      )}
    </div>
  );
}

function ReplyQueue({ form: { values, set, problems }, disabled }: FieldsProps) {
  const { queues } = useDirectory();
  return (
    <Select
      label={m.campaigns_reply_queue()}
      disabled={disabled}
      options={[
        { value: NONE, label: m.campaigns_reply_queue_none() },
        ...[...queues.values()].map(({ id, name }) => ({ value: id, label: name })),
      ]}
      value={values.replyQueueId ?? NONE}
      onChange={(next) => set({ replyQueueId: next || null })}
      error={problems.replyQueueId}
    />
  );
}
