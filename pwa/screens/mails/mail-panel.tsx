import { CircleAlert, CircleQuestionMark, Clock, Pencil, RefreshCw, X } from "lucide-react";
import { type ReactNode, useState } from "react";
import type { MailRecipientWire, MailWire } from "../../../contracts/wire/mails.ts";
import { m } from "../../i18n/paraglide/messages.js";
import { withZone } from "../../i18n/plan-zone.ts";
import { apiSend } from "../../session/api-fetch.ts";
import { useLinkUp } from "../../session/desk.tsx";
import { useCall } from "../../session/server-data/use-call.ts";
import { Button } from "../../ui/button.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import { Notice } from "../../ui/notice.tsx";
import { toast } from "../../ui/toasts/toast.tsx";
import { CallDialog, LastSeenNotice, NotRead } from "../lists/index.ts";
import { momentText } from "./mail-rows.tsx";
import { StateChip, totalOf } from "./mail-text.tsx";
import { problemText } from "./parts/problem-text.ts";
import { useMail } from "./use-mails.ts";

type PanelProps = {
  id: string;
  onClose: () => void;
  /** Writes another mail with this one's text. */
  onWrite: (mail: MailWire, how: "edit" | "again") => void;
};

export function MailPanel({ id, onClose, onWrite }: PanelProps) {
  const found = useMail(id);
  const { data, state, again } = found;
  if (!data)
    return state === "loading" ? (
      <p role="status" className="p-6 text-ink-3">
        {m.email_loading()}
      </p>
    ) : (
      <div className="p-6">
        <NotRead data={found} />
      </div>
    );
  return (
    <OpenMail
      mail={data}
      isCurrent={state === "ready"}
      notice={<LastSeenNotice data={found} />}
      onChanged={again}
      onClose={onClose}
      onWrite={onWrite}
    />
  );
}

/** Calls the server about the mail. `done`: the notice afterwards. */
type Act = (name: string, body: object, done: string) => Promise<void>;

type OpenProps = Pick<PanelProps, "onClose" | "onWrite"> & {
  mail: MailWire;
  /** False: the mail was read before, and may have changed. */
  isCurrent: boolean;
  notice: ReactNode;
  onChanged: () => void;
};

function OpenMail({ mail, isCurrent, notice, onChanged, onClose, onWrite }: OpenProps) {
  const linkUp = useLinkUp();
  const { busy, failure, call } = useCall();
  const [isAsking, setAsking] = useState(false);
  const { counts, timeZone } = mail;
  const act: Act = async (name, body, done) => {
    if (await call(name, () => apiSend("POST", `/mails/${mail.id}/${name}`, body))) toast.success(done);
    onChanged();
  };
  const disabled = !linkUp || !isCurrent || busy !== null;
  return (
    <article aria-label={mail.subject} className="flex min-h-0 flex-1 flex-col">
      <MailHead {...{ mail, disabled, act, onWrite, onClose }} onCancel={() => setAsking(true)} />
      <div className="flex min-h-0 flex-1 flex-col gap-4 overflow-y-auto px-6 py-4 max-sm:px-4">
        {notice}
        {failure && <Notice tone="danger">{failure}</Notice>}
        {mail.isScheduled && (
          <Notice tone="info" icon={<Clock aria-hidden="true" size={16} />}>
            <strong>
              {m.email_leaves({
                when: withZone(
                  momentText(mail.sendAt ?? mail.createdAt, timeZone),
                  timeZone,
                  mail.sendAt ?? mail.createdAt,
                ),
              })}
            </strong>{" "}
            {m.email_leaves_text()}
          </Notice>
        )}
        {!mail.isScheduled && counts.waiting > 0 && <WaitingNotice mail={mail} />}
        <ProblemNotices counts={counts} disabled={disabled} act={act} />
        <p className="max-w-160 whitespace-pre-wrap text-base [overflow-wrap:anywhere]">{mail.body}</p>
        <Recipients recipients={mail.recipients} timeZone={timeZone} />
      </div>
      {isAsking && (
        <CallDialog
          title={m.email_cancel_title()}
          confirmLabel={m.email_cancel()}
          danger
          onConfirm={() => apiSend("POST", `/mails/${mail.id}/cancel`)}
          onDone={() => {
            setAsking(false);
            toast.success(m.email_cancel_done());
            onChanged();
          }}
          onClose={() => setAsking(false)}
        >
          {m.email_cancel_text()}
        </CallDialog>
      )}
    </article>
  );
}

type HeadProps = Pick<PanelProps, "onClose" | "onWrite"> & {
  mail: MailWire;
  disabled: boolean;
  act: Act;
  onCancel: () => void;
};

function MailHead({ mail, disabled, act, onWrite, onCancel, onClose }: HeadProps) {
  const { counts, timeZone } = mail;
  const count = countText(totalOf(counts));
  const user = mail.userName ?? m.email_someone();
  return (
    <header className="flex shrink-0 flex-wrap items-start gap-2 border-line border-b px-6 py-4 max-sm:px-4 max-sm:pt-[calc(1rem+env(safe-area-inset-top))]">
      <div className="min-w-48 flex-1 max-sm:min-w-[calc(100%-3.5rem)]">
        <h2 className="text-xl [overflow-wrap:anywhere]">{mail.subject}</h2>
        <p className="text-ink-2 text-sm">
          {count},{" "}
          {withZone(momentText(mail.sendAt ?? mail.createdAt, timeZone), timeZone, mail.sendAt ?? mail.createdAt)},{" "}
          {user}
        </p>
      </div>
      <IconButton
        className="order-last max-sm:order-none"
        label={m.email_close()}
        icon={<X size={16} />}
        onClick={onClose}
      />
      {mail.isScheduled && (
        <>
          <Button icon={<Pencil size={14} />} disabled={disabled} onClick={() => onWrite(mail, "edit")}>
            {m.email_edit()}
          </Button>
          <Button disabled={disabled} onClick={() => void act("send", {}, m.email_send_now_done())}>
            {m.email_send_now()}
          </Button>
        </>
      )}
      {counts.waiting > 0 && (
        <Button kind="danger-ghost" icon={<X size={14} />} disabled={disabled} onClick={onCancel}>
          {m.email_cancel()}
        </Button>
      )}
      {!mail.isScheduled && (
        <Button icon={<RefreshCw size={14} />} onClick={() => onWrite(mail, "again")}>
          {m.email_again_to()}
        </Button>
      )}
    </header>
  );
}

type ProblemProps = { counts: MailWire["counts"]; disabled: boolean; act: Act };

/** Counts the addresses that the mail did not reach, or may not have reached, with the ways to go on. */
function ProblemNotices({ counts, disabled, act }: ProblemProps) {
  return (
    <>
      {counts.unknown > 0 && (
        <Notice
          tone="warn"
          icon={<CircleQuestionMark aria-hidden="true" size={16} />}
          actions={
            <>
              <Button
                size="small"
                disabled={disabled}
                onClick={() => void act("decide", { outcome: "arrived" }, m.email_decided())}
              >
                {m.email_arrived()}
              </Button>
              <Button
                size="small"
                disabled={disabled}
                onClick={() => void act("decide", { outcome: "resend" }, m.email_resend_done())}
              >
                {m.email_resend_unknown()}
              </Button>
            </>
          }
        >
          <strong>{m.email_unknown_title({ count: countText(counts.unknown) })}</strong> {m.email_unknown_text()}
        </Notice>
      )}
      {counts.failed > 0 && (
        <Notice
          tone="danger"
          icon={<CircleAlert aria-hidden="true" size={16} />}
          actions={
            <Button size="small" disabled={disabled} onClick={() => void act("resend", {}, m.email_resend_done())}>
              {m.email_resend()}
            </Button>
          }
        >
          {m.email_failed_title({ count: countText(counts.failed) })}
        </Notice>
      )}
    </>
  );
}

const countText = (count: number) => (count === 1 ? m.email_one_address() : m.email_count_addresses({ count }));

/** Says why a mail still waits: after a refusal, or because of the limit per hour. */
function WaitingNotice({ mail }: { mail: MailWire }) {
  const refused = mail.recipients.find(({ state, problem }) => state === "waiting" && problem !== null);
  return (
    <Notice tone="info" icon={<Clock aria-hidden="true" size={16} />}>
      <strong>{m.email_waiting_title()}</strong>{" "}
      {refused
        ? m.email_waiting_retry({
            time: withZone(momentText(refused.dueAt, mail.timeZone), mail.timeZone, refused.dueAt),
          })
        : m.email_waiting_text()}
    </Notice>
  );
}

const FEW = 8;

function Recipients({ recipients, timeZone }: { recipients: MailRecipientWire[]; timeZone: string }) {
  const [isAll, setAll] = useState(false);
  const shown = isAll ? recipients : recipients.slice(0, FEW);
  return (
    <section aria-label={m.email_recipients()} className="line-ring rounded-lg px-4 py-2">
      <h3 className="py-2 font-semibold text-sm">{m.email_recipients()}</h3>
      <ul>
        {shown.map((one) => (
          <li key={one.id} className="border-line border-t py-2">
            <div className="flex flex-wrap items-center gap-2">
              <span className="min-w-0 flex-1 text-sm [overflow-wrap:anywhere]">{one.address}</span>
              <StateChip state={one.state} end={one.sentAt ? momentText(one.sentAt, timeZone) : undefined} />
            </div>
            {one.problem && (
              <p className="text-ink-2 text-xs">
                {problemText(one.problem)} {one.reply && m.email_reply({ reply: one.reply })}
              </p>
            )}
          </li>
        ))}
      </ul>
      {recipients.length > shown.length && (
        <Button kind="ghost" onClick={() => setAll(true)}>
          {m.email_show_more({ count: recipients.length - shown.length })}
        </Button>
      )}
    </section>
  );
}
