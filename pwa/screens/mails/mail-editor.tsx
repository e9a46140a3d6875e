import { Check, CircleAlert, Clock, Send, Trash2, WifiOff, X } from "lucide-react";
import { useState } from "react";
import { TIME_ZONE_KEY } from "../../../contracts/account/settings.ts";
import { MAIL_RECIPIENTS } from "../../../contracts/office/mails.ts";
import { serverNow } from "../../../sync/client/server-clock.ts";
import { m } from "../../i18n/paraglide/messages.js";
import { zoneHint } from "../../i18n/plan-zone.ts";
import { apiSend } from "../../session/api-fetch.ts";
import { useLinkUp } from "../../session/desk.tsx";
import { useCall } from "../../session/server-data/use-call.ts";
import { useSettings } from "../../session/use-setting.ts";
import { Button } from "../../ui/button.tsx";
import { classNames } from "../../ui/class-names.ts";
import { TextArea, TextField } from "../../ui/fields/text-field.tsx";
import { usePhone } from "../../ui/hooks/use-phone.ts";
import { IconButton } from "../../ui/icon-button.tsx";
import { Notice } from "../../ui/notice.tsx";
import { toast } from "../../ui/toasts/toast.tsx";
import { ConfirmMail } from "./confirm-mail.tsx";
import { isEmptyDraft, type MailDraft } from "./mail-drafts.ts";
import { isAddress, RecipientsField } from "./recipients-field.tsx";

type Problems = Partial<Record<"to" | "subject" | "body" | "sendAt", string>>;

function problemsOf({ to, subject, body, sendAt }: MailDraft): Problems {
  const problems: Problems = {};
  if (to.length === 0 || to.some((address) => !isAddress(address))) problems.to = m.email_need_to();
  if (to.length > MAIL_RECIPIENTS) problems.to = m.email_too_many({ count: to.length, most: MAIL_RECIPIENTS });
  if (subject.trim() === "") problems.subject = m.email_need_subject();
  if (body.trim() === "") problems.body = m.email_need_body();
  if (sendAt === "") problems.sendAt = m.email_need_time();
  return problems;
}

type EditorProps = {
  start: MailDraft;
  /** Stored drafts are kept at each change. */
  isKept: boolean;
  onKeep: (draft: MailDraft) => void;
  onDiscard: () => void;
  onSent: (id: string, isScheduled: boolean) => void;
  onClose: () => void;
  notice: React.ReactNode;
};

export function MailEditor({ start, isKept, onKeep, onDiscard, onSent, onClose, notice }: EditorProps) {
  const [draft, setDraft] = useState(start);
  const linkUp = useLinkUp();
  const isPhone = usePhone();
  const sending = useSending(draft, onSent);
  const { problems, busy, failure } = sending;
  const { sendAt } = draft;
  function change(part: Partial<MailDraft>) {
    const next = { ...draft, ...part, at: serverNow() };
    setDraft(next);
    onKeep(next);
  }
  const schedule = () => change({ sendAt: "" });
  const sendText = sendTextOf(draft);
  const kept = isEmptyDraft(draft) ? null : <KeptState isKept={isKept} />;
  return (
    <form
      aria-label={m.email_new()}
      className="flex min-h-0 flex-1 flex-col"
      onSubmit={(event) => {
        event.preventDefault();
        sending.begin();
      }}
    >
      {isPhone ? (
        <PhoneHead
          sendText={sendText}
          disabled={!linkUp || busy !== null}
          onSchedule={sendAt === null ? schedule : null}
          onClose={onClose}
        />
      ) : (
        <Head kept={kept} onDiscard={onDiscard} onClose={onClose} />
      )}
      <div className="flex min-h-0 flex-1 flex-col gap-4 overflow-y-auto px-6 pb-4 max-sm:px-4 max-sm:pt-3">
        {notice}
        {!linkUp && (
          <Notice tone="warn" icon={<WifiOff aria-hidden="true" size={16} />}>
            {m.email_offline()}
          </Notice>
        )}
        {failure && <Notice tone="danger">{failure}</Notice>}
        <MailFields draft={draft} problems={problems} onChange={change} />
      </div>
      <footer className="flex shrink-0 flex-wrap items-end gap-2 border-line border-t px-6 py-3 max-sm:px-4 max-sm:py-1.5">
        {sendAt !== null && (
          <>
            <LeaveTime value={sendAt} problem={problems.sendAt} onChange={(time) => change({ sendAt: time })} />
            <Button kind="ghost" onClick={() => change({ sendAt: null })}>
              {m.email_send_now()}
            </Button>
          </>
        )}
        {isPhone ? (
          <span className="flex w-full items-center justify-between">
            {kept ?? <span />}
            <IconButton
              size="large"
              label={m.email_draft_discard()}
              icon={<Trash2 size={18} />}
              onClick={onDiscard}
              className="-mr-2"
            />
          </span>
        ) : (
          <>
            {sendAt === null && (
              <Button kind="ghost" icon={<Clock size={15} />} onClick={schedule}>
                {m.email_schedule()}
              </Button>
            )}
            <span className="flex-1" />
            <Button
              kind="primary"
              type="submit"
              icon={<Send size={15} />}
              disabled={!linkUp}
              busy={busy !== null && sendText}
            >
              {sendText}
            </Button>
          </>
        )}
      </footer>
      {sending.asks && (
        <ConfirmMail draft={draft} confirmLabel={sendText} onConfirm={sending.send} onClose={sending.cancel} />
      )}
    </form>
  );
}

/** Checks and sends the mail. */
function useSending(draft: MailDraft, onSent: EditorProps["onSent"]) {
  const { to, subject, body, sendAt, replacesId, id } = draft;
  const [isChecked, setChecked] = useState(false);
  const [asks, setAsks] = useState(false);
  const { busy, failure, call } = useCall();
  const problems: Problems = isChecked ? problemsOf(draft) : {};
  /** A mail to more than one person is confirmed with their addresses: it cannot be taken back. */
  function begin() {
    setChecked(true);
    if (Object.keys(problemsOf(draft)).length > 0) return;
    if (to.length > 1) setAsks(true);
    else void send();
  }
  async function send() {
    setAsks(false);
    // The draft's id is the mail's: a repeated call after a lost answer sends nothing twice.
    if (!(await call("send", () => apiSend("POST", "/mails", { id, to, subject, body, sendAt, replacesId })))) return;
    toast.success(sendAt ? m.email_accepted_scheduled() : m.email_accepted());
    onSent(id, sendAt !== null);
  }
  return { problems, busy, failure, asks, begin, send, cancel: () => setAsks(false) };
}

type FieldsProps = { draft: MailDraft; problems: Problems; onChange: (part: Partial<MailDraft>) => void };

function MailFields({ draft: { to, subject, body }, problems, onChange }: FieldsProps) {
  return (
    <>
      <RecipientsField to={to} onChange={(next) => onChange({ to: next })} problem={problems.to ?? null} />
      <TextField
        label={m.email_subject()}
        value={subject}
        maxLength={200}
        error={problems.subject}
        onChange={({ target }) => onChange({ subject: target.value })}
      />
      <TextArea
        label={m.email_body()}
        value={body}
        maxLength={50_000}
        rows={14}
        hint={m.email_body_note()}
        error={problems.body}
        onChange={({ target }) => onChange({ body: target.value })}
      />
    </>
  );
}

type HeadProps = { kept: React.ReactNode; onDiscard: () => void; onClose: () => void };

function Head({ kept, onDiscard, onClose }: HeadProps) {
  return (
    <header className="flex shrink-0 flex-wrap items-center gap-2 px-6 pt-4 pb-2">
      <h2 className="min-w-0 flex-1 text-xl">{m.email_new()}</h2>
      {kept}
      <IconButton label={m.email_draft_discard()} icon={<Trash2 size={16} />} onClick={onDiscard} />
      <IconButton label={m.email_close()} icon={<X size={16} />} onClick={onClose} />
    </header>
  );
}

type PhoneHeadProps = {
  sendText: string;
  disabled: boolean;
  /** Null: a time is chosen already. */
  onSchedule: (() => void) | null;
  onClose: () => void;
};

/** The head on phones, which also sends. */
function PhoneHead({ sendText, disabled, onSchedule, onClose }: PhoneHeadProps) {
  return (
    <header className="flex shrink-0 items-center gap-1 border-line border-b pr-2 pl-1 pt-[env(safe-area-inset-top)]">
      <IconButton size="large" label={m.email_close()} icon={<X size={20} />} onClick={onClose} />
      <h2 className="min-w-0 flex-1 truncate py-3.5 text-xl">{m.email_new()}</h2>
      {onSchedule && (
        <IconButton size="large" label={m.email_schedule()} icon={<Clock size={20} />} onClick={onSchedule} />
      )}
      <IconButton
        size="large"
        kind="primary"
        type="submit"
        label={sendText}
        icon={<Send size={18} />}
        disabled={disabled}
        className="rounded-full! disabled:bg-line"
      />
    </header>
  );
}

type LeaveTimeProps = { value: string; problem: string | undefined; onChange: (time: string) => void };

/** The field of the time at which the mail is sent, in the company's time zone. */
function LeaveTime({ value, problem, onChange }: LeaveTimeProps) {
  const timeZone = useSettings()[TIME_ZONE_KEY];
  return (
    <TextField
      type="datetime-local"
      label={`${m.email_leave_at()} (${m.email_time_zone()})`}
      hint={zoneHint(timeZone, value)}
      value={value}
      error={problem}
      onChange={({ target }) => onChange(target.value.slice(0, 16))}
    />
  );
}

function sendTextOf({ to, sendAt }: MailDraft): string {
  const count = to.length;
  if (sendAt === null) return count > 1 ? m.email_send_to({ count }) : m.email_send();
  return count > 1 ? m.email_schedule_for({ count }) : m.email_schedule();
}

function KeptState({ isKept }: { isKept: boolean }) {
  return (
    <span
      role="status"
      className={classNames("inline-flex items-center gap-1 text-xs", isKept ? "text-ink-3" : "text-danger-ink")}
    >
      {isKept ? <Check aria-hidden="true" size={13} /> : <CircleAlert aria-hidden="true" size={13} />}
      {isKept ? m.email_draft_saved() : m.email_draft_not_saved()}
    </span>
  );
}
