import { Link } from "@tanstack/react-router";
import { Send } from "lucide-react";
import { type FormEvent, useId, useState } from "react";
import { m } from "../../i18n/paraglide/messages.js";
import { Button } from "../../ui/button.tsx";
import { TextArea, TextField } from "../../ui/fields/text-field.tsx";
import { Notice } from "../../ui/notice.tsx";
import { toast } from "../../ui/toasts/toast.tsx";
import { FileField } from "./file-field.tsx";
import { canBeSent, type Receiver, type TestContent } from "./send-test.ts";
import { TokenField } from "./token-field.tsx";
import { useTestSend } from "./use-test-send.ts";

type Kind = "text" | "media";
type Problems = { token?: string; number?: string; content?: string };
type TestFormProps = {
  kind: Kind;
  receiver: Receiver;
  onReceiver: (part: Partial<Receiver>) => void;
  disabled: boolean;
};

const nothing: TestContent = { body: "", file: null };

export function TestForm({ kind, receiver, onReceiver, disabled }: TestFormProps) {
  const title = useId();
  const [content, setContent] = useState(nothing);
  const [isChecked, setChecked] = useState(false);
  const { busy, result, send } = useTestSend();
  const found = problemsOf(kind, receiver, content);
  const problems = isChecked ? found : {};

  const handleContent = (part: Partial<TestContent>) => setContent({ ...content, ...part });
  async function handleSubmit(event: FormEvent) {
    event.preventDefault();
    setChecked(true);
    if (disabled || busy || Object.keys(found).length > 0) return;
    if (!(await send(receiver, content))) return;
    toast.success(m.messages_api_sent());
    setContent(nothing);
    setChecked(false);
  }

  return (
    <section aria-labelledby={title} className="line-ring rounded-lg p-4">
      <h2 id={title} className="text-lg">
        {kind === "text" ? m.messages_api_test_text() : m.messages_api_test_media()}
      </h2>
      <p className="mt-0.5 mb-3 text-ink-3 text-xs">{m.messages_api_test_note()}</p>
      <form noValidate onSubmit={(event) => void handleSubmit(event)} className="flex flex-col gap-3">
        <TokenField
          token={receiver.token}
          onChange={(token) => onReceiver({ token })}
          problem={problems.token}
          disabled={disabled}
        />
        <TextField
          label={m.messages_api_number()}
          value={receiver.number}
          onChange={(event) => onReceiver({ number: event.target.value })}
          error={problems.number}
          disabled={disabled}
          inputMode="tel"
          autoComplete="off"
          placeholder="5531988887777"
        />
        {kind === "media" && (
          <FileField
            file={content.file}
            onChange={(file) => handleContent({ file })}
            problem={problems.content}
            disabled={disabled}
          />
        )}
        <TextArea
          label={kind === "text" ? m.messages_api_body() : m.messages_api_caption()}
          value={content.body}
          onChange={(event) => handleContent({ body: event.target.value })}
          error={kind === "text" ? problems.content : undefined}
          disabled={disabled}
          rows={kind === "text" ? 3 : 1}
        />
        {result && "failure" in result && <Notice tone="danger">{result.failure}</Notice>}
        {result && "sent" in result && (
          <Notice tone="success">
            {m.messages_api_sent_id({ id: result.sent.messages.map(({ id }) => id).join(", ") })}{" "}
            <Link
              to="/tickets/$ticketUuid"
              params={{ ticketUuid: result.sent.ticketId }}
              className="whitespace-nowrap font-medium underline"
            >
              {m.messages_api_open_ticket()}
            </Link>
          </Notice>
        )}
        <Button
          type="submit"
          kind="primary"
          icon={<Send aria-hidden="true" size={15} />}
          busy={busy && m.messages_api_sending()}
          disabled={disabled}
          className="self-start"
        >
          {m.messages_api_send()}
        </Button>
      </form>
    </section>
  );
}

function problemsOf(kind: Kind, { token, number }: Receiver, { body, file }: TestContent): Problems {
  const problems: Problems = {};
  if (!token.trim()) problems.token = m.lists_required();
  else if (!canBeSent(token.trim())) problems.token = m.messages_api_no_token_header();
  if (!number.trim()) problems.number = m.lists_required();
  if (kind === "text" ? !body.trim() : !file) problems.content = m.lists_required();
  return problems;
}
