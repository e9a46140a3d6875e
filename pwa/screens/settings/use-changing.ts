import { useEffect, useState } from "react";
import { m } from "../../i18n/paraglide/messages.js";
import { apiSend } from "../../session/api-fetch.ts";
import { failureText } from "../../session/failure-text.ts";
import { type Settings, useSettings } from "../../session/use-setting.ts";
import { toast } from "../../ui/toasts/toast.tsx";

type Key = keyof Settings;
/**
 * `before`: the value on this device when the change was sent; any other value there means that the change has
 * arrived.
 */
type Sent = { [K in Key]?: { value: string; before: string } };

/** Returns the settings with pending changes applied; `failure` says why a change was refused. */
export function useChanging() {
  const stored = useSettings();
  const [sent, setSent] = useState<Sent>({});
  const [failure, setFailure] = useState<string | null>(null);
  const answered = (Object.keys(sent) as Key[]).filter((key) => sent[key]?.before !== stored[key]).join(" ");
  useEffect(() => {
    if (answered) setSent((present) => without(present, answered.split(" ")));
  }, [answered]);

  async function change(key: Key, value: string) {
    if (value === stored[key]) return;
    setFailure(null);
    setSent((present) => ({ ...present, [key]: { value, before: stored[key] } }));
    try {
      await apiSend("PUT", `/settings/${key}`, { key, value });
      toast.success(m.settings_saved());
    } catch (error) {
      setSent((present) => without(present, [key]));
      setFailure(failureText(error));
    }
  }
  const settings = { ...stored };
  for (const key of Object.keys(sent) as Key[]) if (sent[key]?.before === stored[key]) settings[key] = sent[key].value;
  return { settings, change, failure };
}

const without = (sent: Sent, keys: readonly string[]): Sent =>
  Object.fromEntries(Object.entries(sent).filter(([key]) => !keys.includes(key)));
