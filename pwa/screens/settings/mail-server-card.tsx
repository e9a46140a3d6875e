import { useState } from "react";
import * as v from "valibot";
import { readMailHost, readMailSender } from "../../../sync/contracts/mails.ts";
import { MailTestWire } from "../../../sync/contracts/wire/mails.ts";
import { m } from "../../i18n/paraglide/messages.js";
import { apiSend } from "../../session/api-fetch.ts";
import { useCall } from "../../session/use-call.ts";
import { useServerData } from "../../session/use-server-data.ts";
import { Button } from "../../ui/button.tsx";
import { Notice } from "../../ui/notice.tsx";
import { PasswordField, TextField } from "../../ui/text-field.tsx";
import { problemText } from "../mails/parts/problem-text.ts";

const Settings = v.array(v.object({ key: v.string(), value: v.string() }));
const readSettings = (answer: unknown) =>
  new Map(v.parse(Settings, answer).map(({ key, value }) => [key, value] as const));

type Values = { smtpauth: string; usersmtpauth: string; sendersmtpauth: string; clientsecretsmtpauth: string };
type Result = v.InferOutput<typeof MailTestWire>;

/** The company's mail server: saved and tested in one step, because a server that does not work is noticed too late otherwise. */
export function MailServerCard({ disabled }: { disabled: boolean }) {
  const { data, again } = useServerData("/settings", readSettings);
  return (
    <section aria-label={m.email_server()} className="line-ring rounded-lg">
      <h2 className="border-line border-b px-4 py-3 text-md">{m.email_server()}</h2>
      {data && <MailServerForm stored={data} disabled={disabled} onSaved={again} />}
    </section>
  );
}

type FormProps = { stored: Map<string, string>; disabled: boolean; onSaved: () => void };

function MailServerForm({ stored, disabled, onSaved }: FormProps) {
  const of = (key: string) => stored.get(key) ?? "";
  const hasPassword = of("clientsecretsmtpauth") !== "";
  const [values, setValues] = useState<Values>(() => ({
    ...{ smtpauth: of("smtpauth"), usersmtpauth: of("usersmtpauth"), sendersmtpauth: of("sendersmtpauth") },
    clientsecretsmtpauth: "",
  }));
  const [result, setResult] = useState<Result | null>(null);
  const { busy, failure, call } = useCall();
  const isHostWrong = values.smtpauth !== "" && !readMailHost(values.smtpauth);
  const isSenderWrong = values.sendersmtpauth !== "" && !readMailSender(values.sendersmtpauth);
  const field = (key: keyof Values) => ({
    value: values[key],
    disabled,
    autoComplete: "off",
    onChange: ({ target }: { target: { value: string } }) => {
      setResult(null);
      setValues({ ...values, [key]: target.value });
    },
  });
  const save = () =>
    call("save", async () => {
      for (const [key, value] of Object.entries(values)) {
        // An empty password keeps the stored one.
        if (value === of(key) || (key === "clientsecretsmtpauth" && value === "")) continue;
        await apiSend("PUT", `/settings/${key}`, { key, value });
      }
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
      <TextField
        label={m.email_settings_host()}
        hint={m.email_settings_host_note()}
        error={isHostWrong && m.email_settings_host_wrong()}
        {...field("smtpauth")}
      />
      <TextField label={m.email_settings_user()} {...field("usersmtpauth")} />
      <PasswordField
        label={m.email_settings_password()}
        hint={hasPassword ? m.email_settings_password_kept() : undefined}
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
