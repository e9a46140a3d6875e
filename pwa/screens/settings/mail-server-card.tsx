import { useState } from "react";
import * as v from "valibot";
import { readMailHost, readMailSender } from "../../../contracts/account/mail-server.ts";
import { MailTestWire } from "../../../contracts/wire/mails.ts";
import { m } from "../../i18n/paraglide/messages.js";
import { apiSend } from "../../session/api-fetch.ts";
import { useCall } from "../../session/server-data/use-call.ts";
import { useServerData } from "../../session/server-data/use-server-data.ts";
import { useKeptValues } from "../../session/use-form-draft.ts";
import { Button } from "../../ui/button.tsx";
import { RestoredNotice } from "../../ui/fields/kept-form.tsx";
import { PasswordField, TextField } from "../../ui/fields/text-field.tsx";
import { Notice } from "../../ui/notice.tsx";
import { problemText } from "../mails/parts/problem-text.ts";
import { Card } from "./parts/card.tsx";
import { readSettings, removesSecret, type StoredSettings, saveSettings } from "./stored-settings.ts";

type Values = { smtpauth: string; usersmtpauth: string; sendersmtpauth: string; clientsecretsmtpauth: string };
type Result = v.InferOutput<typeof MailTestWire>;

/** The company's mail server: saved and tested in one step, because a server that does not work is noticed too late otherwise. */
export function MailServerCard({ disabled }: { disabled: boolean }) {
  const { data, again } = useServerData("/settings", readSettings);
  return (
    <Card title={m.email_server()}>{data && <MailServerForm stored={data} disabled={disabled} onSaved={again} />}</Card>
  );
}

type FormProps = { stored: StoredSettings; disabled: boolean; onSaved: () => void };

function MailServerForm({ stored, disabled, onSaved }: FormProps) {
  const of = (key: string) => stored.get(key) ?? "";
  const hasPassword = of("clientsecretsmtpauth") !== "";
  const { values, set, kept, forget } = useKeptValues<Values>(
    "mailServer",
    () => ({
      ...{ smtpauth: of("smtpauth"), usersmtpauth: of("usersmtpauth"), sendersmtpauth: of("sendersmtpauth") },
      clientsecretsmtpauth: "",
    }),
    ["clientsecretsmtpauth"],
  );
  const [result, setResult] = useState<Result | null>(null);
  const { busy, failure, call } = useCall();
  const passwordHint = removesSecret("clientsecretsmtpauth", values, stored)
    ? m.email_settings_password_again()
    : m.email_settings_password_kept();
  const isHostWrong = values.smtpauth !== "" && !readMailHost(values.smtpauth);
  const isSenderWrong = values.sendersmtpauth !== "" && !readMailSender(values.sendersmtpauth);
  const field = (key: keyof Values) => ({
    value: values[key],
    disabled,
    autoComplete: "off",
    onChange: ({ target }: { target: { value: string } }) => {
      setResult(null);
      set({ [key]: target.value });
    },
  });
  const save = () =>
    call("save", async () => {
      await saveSettings(values, stored);
      forget();
      const answer = await apiSend("POST", "/mail-setup/test");
      setResult(v.parse(MailTestWire, await answer.json()));
      onSaved();
    });
  return (
    <form
      className="flex flex-col gap-3 px-4 py-3"
      onSubmit={(event) => {
        event.preventDefault();
        if (!isHostWrong && !isSenderWrong) void save();
      }}
    >
      <p className="text-ink-3 text-xs">{m.email_settings_note()}</p>
      <RestoredNotice kept={kept} />
      <TextField
        label={m.email_settings_host()}
        hint={m.email_settings_host_note()}
        error={isHostWrong && m.email_settings_host_wrong()}
        {...field("smtpauth")}
      />
      <TextField label={m.email_settings_user()} {...field("usersmtpauth")} />
      <PasswordField
        label={m.email_settings_password()}
        hint={hasPassword ? passwordHint : undefined}
        {...field("clientsecretsmtpauth")}
        autoComplete="new-password"
      />
      <TextField
        label={m.email_settings_sender()}
        hint={m.email_settings_sender_note()}
        error={isSenderWrong && m.email_settings_sender_wrong()}
        {...field("sendersmtpauth")}
      />
      {failure && <Notice tone="danger">{failure}</Notice>}
      {result && (
        <Notice tone={result.problem ? "danger" : "success"}>
          {result.problem ? problemText(result.problem) : m.email_settings_ok()}
          {result.reply && ` ${m.email_reply({ reply: result.reply })}`}
        </Notice>
      )}
      <Button
        kind="primary"
        type="submit"
        className="self-start"
        disabled={disabled}
        busy={busy !== null && m.email_settings_testing()}
      >
        {m.email_settings_save()}
      </Button>
    </form>
  );
}
