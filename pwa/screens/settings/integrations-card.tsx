import type { FormEvent } from "react";
import { isSealedSetting } from "../../../contracts/account/settings.ts";
import { m } from "../../i18n/paraglide/messages.js";
import { useCall } from "../../session/server-data/use-call.ts";
import { useServerData } from "../../session/server-data/use-server-data.ts";
import { useKeptValues } from "../../session/use-form-draft.ts";
import { Button } from "../../ui/button.tsx";
import { RestoredNotice } from "../../ui/fields/kept-form.tsx";
import { PasswordField, TextField } from "../../ui/fields/text-field.tsx";
import { Notice } from "../../ui/notice.tsx";
import { toast } from "../../ui/toasts/toast.tsx";
import { Card } from "./parts/card.tsx";
import {
  hasChanges,
  readSettings,
  removesSecret,
  type StoredSettings,
  saveSetting,
  saveSettings,
} from "./stored-settings.ts";

const labels = {
  ipixc: m.settings_ixc_address,
  tokenixc: m.settings_ixc_token,
  ipmkauth: m.settings_mkauth_address,
  clientidmkauth: m.settings_mkauth_client,
  clientsecretmkauth: m.settings_mkauth_secret,
  asaas: m.settings_asaas_token,
};
type Key = keyof typeof labels;
const keys = Object.keys(labels) as Key[];
const secretKeys = keys.filter(isSealedSetting);

/** The fields of secrets are empty at first: what is stored is never shown. */
const noSecrets = Object.fromEntries(secretKeys.map((key) => [key, ""]));
const addressesIn = (stored: StoredSettings) =>
  Object.fromEntries(keys.map((key) => [key, stored.get(key) ?? ""])) as Record<Key, string>;

/** Addresses and secrets of other systems, which existing clients set. The desk stores them and uses none of them. */
export function IntegrationsCard({ disabled }: { disabled: boolean }) {
  const { data, again } = useServerData("/settings", readSettings);
  return (
    <Card title={m.settings_integrations()}>
      {data && <IntegrationsForm stored={data} disabled={disabled} onChanged={again} />}
    </Card>
  );
}

type FormProps = { stored: StoredSettings; disabled: boolean; onChanged: () => void };

function IntegrationsForm({ stored, disabled, onChanged }: FormProps) {
  const {
    values: typed,
    set,
    kept,
    forget,
  } = useKeptValues<Record<Key, string>>("integrations", () => ({ ...addressesIn(stored), ...noSecrets }), secretKeys);
  const { busy, failure, call } = useCall();

  async function run(name: string, work: () => Promise<unknown>) {
    const isDone = await call(name, work);
    // Also after a failure: a part may be stored.
    onChanged();
    return isDone;
  }
  async function handleSave(event: FormEvent) {
    event.preventDefault();
    if (!hasChanges(typed, stored) || !(await run("save", () => saveSettings(typed, stored)))) return;
    forget({ ...typed, ...noSecrets });
    set(noSecrets);
    toast.success(m.settings_saved());
  }
  async function handleRemove(key: Key) {
    if (await run(key, () => saveSetting(key, ""))) toast.success(m.settings_saved());
  }
  const field = (key: Key) => ({
    label: labels[key](),
    value: typed[key],
    disabled,
    autoComplete: "off",
    onChange: ({ target }: { target: { value: string } }) => set({ [key]: target.value }),
  });
  const secretHint = (key: Key) => {
    if (!stored.get(key)) return m.settings_secret_none();
    return removesSecret(key, typed, stored) ? m.settings_secret_again() : m.settings_secret_kept();
  };
  const secret = (key: Key) => (
    <div className="flex flex-col gap-1">
      <PasswordField {...field(key)} autoComplete="new-password" hint={secretHint(key)} />
      {stored.get(key) && (
        <Button
          kind="ghost"
          size="small"
          className="-ml-2.5 self-start"
          aria-label={m.settings_secret_remove_of({ name: labels[key]() })}
          disabled={disabled}
          busy={busy === key && m.settings_secret_remove()}
          onClick={() => void handleRemove(key)}
        >
          {m.settings_secret_remove()}
        </Button>
      )}
    </div>
  );
  return (
    <form className="flex flex-col gap-3 px-4 py-3" onSubmit={(event) => void handleSave(event)}>
      <p className="text-ink-3 text-xs">{m.settings_integrations_note()}</p>
      <RestoredNotice kept={kept} />
      <div className="grid items-start gap-3 lg:grid-cols-2">
        {keys.map((key) => (
          <div key={key} className={key === "clientsecretmkauth" || key === "asaas" ? "lg:col-span-2" : undefined}>
            {isSealedSetting(key) ? (
              secret(key)
            ) : (
              <TextField {...field(key)} autoCapitalize="none" spellCheck={false} />
            )}
          </div>
        ))}
      </div>
      {failure && <Notice tone="danger">{failure}</Notice>}
      <Button
        kind="primary"
        type="submit"
        className="self-start"
        disabled={disabled || !hasChanges(typed, stored)}
        busy={busy === "save" && m.settings_integrations_save()}
      >
        {m.settings_integrations_save()}
      </Button>
    </form>
  );
}
