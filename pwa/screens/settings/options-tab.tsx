import type { ReactNode } from "react";
import { TIME_ZONE_KEY } from "../../../sync/contracts/settings.ts";
import { m } from "../../i18n/paraglide/messages.js";
import { Notice } from "../../ui/notice.tsx";
import { Select } from "../../ui/select.tsx";
import { SwitchRow } from "../../ui/switch-row.tsx";
import { AiServer } from "./ai-server.tsx";
import { MailServerCard } from "./mail-server-card.tsx";
import { aiOptions, type SettingOption, serviceOptions, teamOptions } from "./options.ts";
import { TimeZoneField } from "./time-zone-field.tsx";
import { useChanging } from "./use-changing.ts";

export function Options({ disabled }: { disabled: boolean }) {
  const { settings, change, failure } = useChanging();
  const row = (option: SettingOption) => (
    <OptionRow
      key={option.key}
      option={option}
      value={settings[option.key]}
      disabled={disabled}
      onChange={(value) => void change(option.key, value)}
    />
  );
  return (
    <div className="flex flex-col gap-4">
      {failure && <Notice tone="danger">{failure}</Notice>}
      <div className="grid items-start gap-4 md:grid-cols-2">
        <Card title={m.settings_service()}>{serviceOptions.map(row)}</Card>
        <Card title={m.settings_team()}>
          {teamOptions(settings.reopenWindowMinutes).map(row)}
          <Line label={m.settings_time_zone()} note={m.settings_time_zone_note()}>
            <TimeZoneField
              value={settings[TIME_ZONE_KEY]}
              disabled={disabled}
              onChange={(zone) => void change(TIME_ZONE_KEY, zone)}
            />
          </Line>
        </Card>
        <Card title={m.ai_title()}>
          {aiOptions.map(row)}
          <AiServer disabled={disabled} />
        </Card>
        <MailServerCard disabled={disabled} />
      </div>
    </div>
  );
}

function Card({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="line-ring rounded-lg">
      <h2 className="border-line border-b px-4 py-3 text-md">{title}</h2>
      {children}
    </section>
  );
}

const lineClass = "border-line px-4 py-2 not-last:border-b";

function Line({ label, note, children }: { label: string; note: string; children: ReactNode }) {
  return (
    <div className={`${lineClass} flex flex-wrap items-center gap-x-4 gap-y-1.5`}>
      <span className="min-w-40 flex-1">
        <span className="block font-medium">{label}</span>
        <span className="block text-ink-3 text-xs">{note}</span>
      </span>
      {children}
    </div>
  );
}

type OptionRowProps = { option: SettingOption; value: string; disabled: boolean; onChange: (value: string) => void };

function OptionRow({ option, value, disabled, onChange }: OptionRowProps) {
  const [label, note] = [option.label(), option.note()];
  if (option.kind === "switch")
    return (
      <div className={lineClass}>
        <SwitchRow
          label={label}
          note={note}
          checked={value === "enabled"}
          disabled={disabled}
          onChange={(on) => onChange(on ? "enabled" : "disabled")}
        />
      </div>
    );
  return (
    <Line label={label} note={note}>
      <Select
        label={label}
        hideLabel
        className="w-56 max-sm:w-full"
        value={value}
        disabled={disabled}
        onChange={onChange}
        options={option.choices.map((choice) => ({ value: choice.value, label: choice.label() }))}
      />
    </Line>
  );
}
