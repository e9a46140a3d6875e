import { Info, QrCode as QrCodeIcon } from "lucide-react";
import { QRCodeSVG } from "qrcode.react";
import { useEffect, useState } from "react";
import type { ConnectionRef } from "../../../../contracts/desk/refs.ts";
import { m } from "../../../i18n/paraglide/messages.js";
import { maskPhone } from "../../../i18n/phone-number.ts";
import { failureText } from "../../../session/failure-text.ts";
import { useCall } from "../../../session/server-data/use-call.ts";
import { Button } from "../../../ui/button.tsx";
import { StatusChip } from "../../../ui/fields/chips.tsx";
import { Dialog } from "../../../ui/layers/dialog.tsx";
import { Skeleton } from "../../../ui/lists/skeleton.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { toast } from "../../../ui/toasts/toast.tsx";
import { useCodeExpiry } from "../code-expiry.ts";
import { TypedCode } from "../typed-code.tsx";
import { connectionCalls, type LinkCodes } from "./connection-calls.ts";

const REFRESH_MS = 3000;
const QR_PX = 256;

type QrDialogProps = {
  connection: ConnectionRef;
  /** Opens with the code to type: on the phone itself nothing can be scanned. */
  byCodeFirst?: boolean;
  onClose: () => void;
};

/** Shows the present code until a phone has scanned or typed it, then closes automatically. */
export function QrDialog({ connection, byCodeFirst = false, onClose }: QrDialogProps) {
  const { qrcode, pairingCode, isRead, failure } = useLinkCodes(connection);
  const [isTyping, setTyping] = useState(byCodeFirst);
  const { busy, failure: refused, call } = useCall();
  const { id, name, number, status } = connection;
  useEffect(() => {
    if (status !== "CONNECTED") return;
    toast.success(m.connections_qr_done({ name }));
    onClose();
  }, [status, name, onClose]);
  const byCode = isTyping || pairingCode !== "";
  async function handleQrAgain() {
    // A requested pairing code stays valid until another kind of code is requested.
    if (pairingCode === "" || (await call("qr", () => connectionCalls.newQr(id)))) setTyping(false);
  }
  const steps = byCode
    ? [m.connections_code_step_1(), m.connections_code_step_2(), m.connections_code_step_3()]
    : [
        number ? m.connections_qr_step_1({ number: maskPhone(number) }) : m.connections_qr_step_1_any(),
        m.connections_qr_step_2(),
        m.connections_qr_step_3(),
      ];
  return (
    <Dialog open onClose={onClose} title={m.connections_qr_title({ name })} size="medium">
      <div className="grid gap-7 sm:grid-cols-[auto_minmax(0,1fr)]">
        {byCode ? (
          <TypedCode connection={connection} code={pairingCode} />
        ) : (
          <QrCode name={name} code={qrcode} isRead={isRead} />
        )}
        <div className="flex flex-col gap-4.5">
          <Steps steps={steps} />
          <Notice tone="info" icon={<Info aria-hidden="true" size={16} />}>
            {m.connections_qr_passkey()}
          </Notice>
          {(refused ?? failure) ? (
            <Notice tone="danger">{refused ?? failure}</Notice>
          ) : (
            <span role="status">
              <StatusChip tone="warn" icon={<QrCodeIcon aria-hidden="true" size={13} />} className="h-6">
                {waitingWords({ qrcode, pairingCode }, byCode)}
              </StatusChip>
            </span>
          )}
          {byCode ? (
            <Button
              className="self-start"
              busy={busy === "qr" && m.connections_code_use_qr()}
              onClick={() => void handleQrAgain()}
            >
              {m.connections_code_use_qr()}
            </Button>
          ) : (
            <Button className="self-start" onClick={() => setTyping(true)}>
              {m.connections_code_use()}
            </Button>
          )}
        </div>
      </div>
    </Dialog>
  );
}

function waitingWords({ qrcode, pairingCode }: LinkCodes, byCode: boolean): string {
  if (byCode) return pairingCode ? m.connections_code_waiting() : m.connections_code_asking();
  return qrcode ? m.connections_qr_waiting() : m.connections_qr_preparing();
}

/** Draws the QR code. `isRead`: the server has answered, so an empty code means that there is none yet. */
function QrCode({ name, code, isRead }: { name: string; code: string; isRead: boolean }) {
  return (
    <div className="flex flex-col items-center gap-3 justify-self-center">
      <div className="line-ring grid size-72 place-items-center rounded-xl bg-white p-2">
        {code ? (
          // Black on white in both themes, because cameras read other colours poorly.
          <QRCodeSVG value={code} size={QR_PX} marginSize={1} title={m.connections_qr_alt({ name })} />
        ) : (
          <Skeleton className="size-64" />
        )}
      </div>
      <CodeLife code={isRead ? code : null} />
    </div>
  );
}

/** Shows how long this code can be scanned. The age of a code that existed before the dialog opened is unknown. */
function CodeLife({ code }: { code: string | null }) {
  const known = useCodeExpiry(code);
  if (!known) return <p className="h-5" />;
  const { left, life } = known;
  return (
    <p className="flex h-5 items-center gap-2.5 text-ink-2 text-xs tabular-nums">
      <span aria-hidden="true" className="h-2 w-28 overflow-hidden rounded-full bg-line">
        <span className="block h-full rounded-full bg-primary" style={{ width: `${(left / life) * 100}%` }} />
      </span>
      <span role="timer">{left > 0 ? m.connections_qr_next_in({ seconds: left }) : m.connections_qr_next_now()}</span>
    </p>
  );
}

function Steps({ steps }: { steps: string[] }) {
  return (
    <ol className="flex flex-col gap-3.5 text-base">
      {steps.map((step, index) => (
        <li key={step} className="flex items-start gap-3">
          <span
            aria-hidden="true"
            className="grid size-6 shrink-0 place-items-center rounded-full bg-primary-soft font-semibold text-on-primary-soft text-xs"
          >
            {index + 1}
          </span>
          {step}
        </li>
      ))}
    </ol>
  );
}

/** Loads the codes when the connection changes and every 3 s, because a code is valid for about 20 s. */
function useLinkCodes({ id, rev }: ConnectionRef) {
  const [found, setFound] = useState<(LinkCodes & { rev: number }) | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  useEffect(() => {
    const stop = new AbortController();
    const ask = async () => {
      try {
        setFound({ ...(await connectionCalls.linkCodes(id, stop.signal)), rev });
        setFailure(null);
      } catch (error) {
        if (!stop.signal.aborted) setFailure(failureText(error));
      }
    };
    void ask();
    const timer = setInterval(ask, REFRESH_MS);
    return () => {
      stop.abort();
      clearInterval(timer);
    };
  }, [id, rev]);
  return { qrcode: found?.qrcode ?? "", pairingCode: found?.pairingCode ?? "", isRead: found !== null, failure };
}
