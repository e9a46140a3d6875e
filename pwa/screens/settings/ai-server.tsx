import { useState } from "react";
import * as v from "valibot";
import { AiServerState } from "../../../contracts/office/ai-text.ts";
import { errorMessage } from "../../i18n/error-message.ts";
import { m } from "../../i18n/paraglide/messages.js";
import { ApiError } from "../../session/api-error.ts";
import { apiSend } from "../../session/api-fetch.ts";
import { useCall } from "../../session/server-data/use-call.ts";
import { useServerData } from "../../session/server-data/use-server-data.ts";
import { useKeptValues } from "../../session/use-form-draft.ts";
import { Button } from "../../ui/button.tsx";
import { RestoredNotice } from "../../ui/fields/kept-form.tsx";
import { PasswordField, TextField } from "../../ui/fields/text-field.tsx";
import { Notice } from "../../ui/notice.tsx";
import { toast } from "../../ui/toasts/toast.tsx";

const read = (answer: unknown) => v.parse(AiServerState, answer);
const Tested = v.object({ answer: v.string() });

/** Sets and tests the server that receives the texts. The key is never shown again. */
export function AiServer({ disabled }: { disabled: boolean }) {
  const { data, again } = useServerData("/ai/server", read);
  if (!data) return null;
  return <AiServerForm key={JSON.stringify(data)} state={data} disabled={disabled} onChanged={again} />;
}

type FormProps = { state: AiServerState; disabled: boolean; onChanged: () => void };

function AiServerForm({ state: { own, platform }, disabled, onChanged }: FormProps) {
  const start = { url: own?.url ?? "", model: own?.model ?? "", key: "" };
  const { values: form, set, kept, forget } = useKeptValues("aiServer", start, ["key"]);
  const [tested, setTested] = useState<string | null>(null);
  const { busy, failure, call } = useCall(refused);
  const field = (name: keyof typeof form) => ({
    value: form[name],
    disabled,
    autoComplete: "off",
    onChange: (event: { target: { value: string } }) => set({ [name]: event.target.value }),
  });
  const isChanged = form.key !== "" || form.url !== (own?.url ?? "") || form.model !== (own?.model ?? "");

  async function handleSave() {
    const { key, ...rest } = form;
    if (!(await call("save", () => apiSend("PUT", "/ai/server", { ...rest, ...(key && { key }) })))) return;
    forget();
    toast.success(m.ai_settings_saved());
    onChanged();
  }
  async function handleRemove() {
    if (!(await call("remove", () => apiSend("DELETE", "/ai/server")))) return;
    toast.success(m.ai_settings_removed());
    onChanged();
  }
  async function handleTest() {
    setTested(null);
    await call("test", async () => {
      const response = await apiSend("POST", "/ai/server/test");
      setTested(v.parse(Tested, await response.json()).answer);
    });
  }
  return (
    <div className="flex flex-col gap-3 px-4 py-3">
      <h3 className="font-medium">{m.ai_settings_server()}</h3>
      <RestoredNotice kept={kept} />
      <p className="text-ink-2 text-sm">{inUse({ own, platform })}</p>
      <TextField label={m.ai_settings_url()} hint={m.ai_settings_url_hint()} inputMode="url" {...field("url")} />
      <TextField label={m.ai_settings_model()} {...field("model")} />
      <PasswordField
        label={m.ai_settings_key()}
        hint={own?.hasKey ? m.ai_settings_key_kept() : m.ai_settings_key_hint()}
        {...field("key")}
        autoComplete="new-password"
      />
      {failure && <Notice tone="danger">{failure}</Notice>}
      {tested !== null && <Notice tone="success">{m.ai_settings_tested({ answer: tested.slice(0, 200) })}</Notice>}
      <div className="flex flex-wrap gap-2">
        <Button
          kind="primary"
          disabled={disabled || !isChanged}
          busy={busy === "save" && m.ai_settings_save()}
          onClick={() => void handleSave()}
        >
          {m.ai_settings_save()}
        </Button>
        <Button
          disabled={disabled || isChanged || !(own || platform)}
          busy={busy === "test" && m.ai_settings_test()}
          onClick={() => void handleTest()}
        >
          {m.ai_settings_test()}
        </Button>
        {own && (
          <Button
            kind="ghost"
            disabled={disabled}
            busy={busy === "remove" && m.ai_settings_remove()}
            onClick={() => void handleRemove()}
          >
            {platform ? m.ai_settings_remove() : m.ai_settings_remove_own()}
          </Button>
        )}
      </div>
    </div>
  );
}

function inUse({ own, platform }: AiServerState): string {
  if (own) return m.ai_settings_own({ host: new URL(own.url).host });
  return platform ? m.ai_settings_platform(platform) : m.ai_settings_none();
}

/** Says in words which field the server refused. */
function refused(error: unknown): string | null {
  if (!(error instanceof ApiError)) return null;
  if (error.fields.url) return m.ai_settings_bad_url();
  if (error.fields.model) return m.ai_settings_bad_model();
  if (error.fields.key) return m.ai_settings_bad_key();
  return error.code.startsWith("ERR_AI_") ? errorMessage(error.code, error.details) : null;
}
