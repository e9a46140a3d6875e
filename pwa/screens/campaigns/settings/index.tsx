import { WifiOff } from "lucide-react";
import { useState } from "react";
import {
  type CampaignSettings,
  greaterIntervals,
  longerIntervalChoices,
  messageIntervals,
} from "../../../../contracts/marketing/campaigns.ts";
import { m } from "../../../i18n/paraglide/messages.js";
import { useSyncStatus } from "../../../session/desk.tsx";
import { useCall } from "../../../session/server-data/use-call.ts";
import { usePage } from "../../../shell/page.ts";
import { Button } from "../../../ui/button.tsx";
import { Select } from "../../../ui/fields/select.tsx";
import { Skeleton } from "../../../ui/lists/skeleton.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { PageBody, PageHead } from "../../../ui/page-head.tsx";
import { toast } from "../../../ui/toasts/toast.tsx";
import { NotRead } from "../../lists/index.ts";
import { saveCampaignSettings, useCampaignSettings } from "../parts/campaign-settings.ts";
import { Variables } from "./variables.tsx";

/** Edits the pace of all campaigns and the company's variables. */
export function CampaignSettingsScreen() {
  usePage(m.campaigns_settings_title());
  const settings = useCampaignSettings();
  if (settings.data) return <Editor start={settings.data} />;
  return (
    <PageBody>
      <PageHead title={m.campaigns_settings_title()} />
      {settings.state === "loading" ? (
        <Skeleton className="h-60 w-full max-w-180 rounded-lg" />
      ) : (
        <NotRead data={settings} offlineTitle={m.campaigns_offline_title()} offlineText={m.campaigns_offline_text()} />
      )}
    </PageBody>
  );
}

function Editor({ start }: { start: CampaignSettings }) {
  const { linkUp } = useSyncStatus();
  const { busy, failure, call } = useCall();
  const [saved, setSaved] = useState(start);
  const [values, setValues] = useState(start);
  const set = (part: Partial<CampaignSettings>) => setValues((present) => ({ ...present, ...part }));
  const isDirty = JSON.stringify(values) !== JSON.stringify(saved);
  const disabled = !linkUp;

  async function handleSave() {
    if (!(await call("save", () => saveCampaignSettings(values)))) return;
    setSaved(values);
    toast.success(m.campaigns_settings_saved());
  }
  return (
    <PageBody>
      <PageHead title={m.campaigns_settings_title()}>
        {isDirty && <span className="text-ink-3 text-xs">{m.campaigns_settings_unsaved()}</span>}
        <Button
          kind="primary"
          disabled={disabled}
          busy={busy !== null && m.ui_saving()}
          onClick={() => void handleSave()}
          className="max-sm:ml-auto"
        >
          {m.ui_save()}
        </Button>
      </PageHead>
      <div className="flex w-full max-w-180 flex-col gap-6">
        {disabled && (
          <Notice tone="warn" icon={<WifiOff aria-hidden="true" size={16} />}>
            {m.lists_offline()}
          </Notice>
        )}
        {failure && <Notice tone="danger">{failure}</Notice>}
        <Pace values={values} onChange={set} disabled={disabled} />
        <Variables variables={values.variables} onChange={(variables) => set({ variables })} disabled={disabled} />
      </div>
    </PageBody>
  );
}

type PaceProps = {
  values: CampaignSettings;
  onChange: (part: Partial<CampaignSettings>) => void;
  disabled: boolean;
};

function Pace({ values, onChange, disabled }: PaceProps) {
  const seconds = <Count extends number>(count: Count) => ({
    value: count,
    label: count === 0 ? m.campaigns_settings_none() : m.campaigns_settings_seconds({ count }),
  });
  const messages = <Count extends number>(count: Count) => ({
    value: count,
    label: count === 0 ? m.campaigns_settings_never() : m.campaigns_settings_messages({ count }),
  });
  return (
    <section aria-labelledby="campaign-pace" className="flex flex-col gap-3">
      <div>
        <h2 id="campaign-pace" className="font-semibold text-lg">
          {m.campaigns_settings_pace()}
        </h2>
        <p className="text-ink-3 text-xs">{m.campaigns_settings_pace_text()}</p>
      </div>
      <div className="grid gap-3.5 sm:grid-cols-3">
        <Select
          label={m.campaigns_settings_interval()}
          hint={m.campaigns_settings_interval_note()}
          disabled={disabled}
          options={messageIntervals.map(seconds)}
          value={values.messageInterval}
          onChange={(messageInterval) => onChange({ messageInterval })}
        />
        <Select
          label={m.campaigns_settings_after()}
          disabled={disabled}
          options={longerIntervalChoices.map(messages)}
          value={values.longerIntervalAfter}
          onChange={(longerIntervalAfter) => onChange({ longerIntervalAfter })}
        />
        <Select
          label={m.campaigns_settings_greater()}
          disabled={disabled}
          options={greaterIntervals.map(seconds)}
          value={values.greaterInterval}
          onChange={(greaterInterval) => onChange({ greaterInterval })}
        />
      </div>
    </section>
  );
}
