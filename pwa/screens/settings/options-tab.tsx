import { Link } from "@tanstack/react-router";
import { ChevronRight } from "lucide-react";
import type { ReactNode } from "react";
import { TIME_ZONE_KEY } from "../../../contracts/account/settings.ts";
import { m } from "../../i18n/paraglide/messages.js";
import { Select } from "../../ui/fields/select.tsx";
import { SwitchRow } from "../../ui/fields/switch-row.tsx";
import { Notice } from "../../ui/notice.tsx";
import { AiServer } from "./ai-server.tsx";
import { IntegrationsCard } from "./integrations-card.tsx";
import { MailServerCard } from "./mail-server-card.tsx";
import { aiOptions, type SettingOption, serviceOptions, teamOptions } from "./options.ts";
import { Card } from "./parts/card.tsx";
import { AreaCodeField, PhoneCountryField } from "./phone-fields.tsx";
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
          <Line label={m.numbers_country()} note={m.numbers_country_note()}>
            <PhoneCountryField
              value={settings.phoneCountry}
              disabled={disabled}
              onChange={(country) => void change("phoneCountry", country)}
            />
          </Line>
          <Line label={m.numbers_area_code()} note={m.numbers_area_code_note()}>
            <AreaCodeField
              value={settings.phoneAreaCode}
              country={settings.phoneCountry}
              disabled={disabled}
              onChange={(areaCode) => void change("phoneAreaCode", areaCode)}
            />
          </Line>
          <Link
            to="/numbers"
            className="flex min-h-11 items-center gap-1.5 px-4 py-2 font-medium text-primary-ink text-sm"
          >
            {m.numbers_misread_link()}
            <ChevronRight aria-hidden="true" size={15} />
          </Link>
        </Card>
        <Card title={m.ai_title()}>
          {aiOptions.map(row)}
          <AiServer disabled={disabled} />
        </Card>
        <div className="flex min-w-0 flex-col gap-4">
          <IntegrationsCard disabled={disabled} />
          <MailServerCard disabled={disabled} />
        </div>
      </div>
    </div>
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
