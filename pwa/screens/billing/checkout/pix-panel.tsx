import { Check, Copy, QrCode } from "lucide-react";
import { QRCodeSVG } from "qrcode.react";
import { useState } from "react";
import { m } from "../../../i18n/paraglide/messages.js";
import { Button } from "../../../ui/button.tsx";
import { numberOf } from "../invoice-status.tsx";
import type { Invoice } from "../parts/billing-calls.ts";

const QR_PX = 200;

type PixPanelProps = { invoice: Invoice; code: string; confirmedByPerson: boolean };

/** Shows the Pix code to scan and to copy. */
export function PixPanel({ invoice, code, confirmedByPerson }: PixPanelProps) {
  const [isCopied, setCopied] = useState(false);
  async function handleCopy() {
    await navigator.clipboard.writeText(code);
    setCopied(true);
  }
  return (
    <section aria-label={m.billing_pix_title()} className="flex flex-col items-center gap-3 max-md:order-first">
      <h3 className="flex items-center gap-2 font-medium text-sm">
        <QrCode aria-hidden="true" size={16} />
        {m.billing_pix_title()}
      </h3>
      <div className="line-ring rounded-xl bg-white p-3">
        {/* Black on white in both themes, because cameras read other colours poorly. */}
        <QRCodeSVG value={code} size={QR_PX} marginSize={0} title={m.billing_pix_alt({ number: numberOf(invoice) })} />
      </div>
      <div className="flex w-full gap-2">
        <input
          readOnly
          aria-label={m.billing_pix_code()}
          value={code}
          onFocus={(event) => event.currentTarget.select()}
          className="field-ring h-9 min-w-0 flex-1 truncate rounded-md bg-surface px-2.5 font-mono text-xs touch:h-11"
        />
        <Button
          className="h-9 touch:h-11"
          icon={isCopied ? <Check aria-hidden="true" size={15} /> : <Copy aria-hidden="true" size={15} />}
          onClick={() => void handleCopy()}
        >
          <span aria-live="polite">{isCopied ? m.billing_copied() : m.billing_copy()}</span>
        </Button>
      </div>
      <Waiting invoice={invoice} isByPerson={confirmedByPerson} />
    </section>
  );
}

/** Says that the payment is awaited, and by whom it is confirmed. */
export const Waiting = ({ invoice, isByPerson }: { invoice: Invoice; isByPerson: boolean }) => (
  <div className="flex flex-col items-center gap-2.5">
    <p
      role="status"
      className="line-ring flex h-7.5 items-center gap-2 rounded-full px-3 font-medium text-ink-2 text-xs"
    >
      <span
        aria-hidden="true"
        className="size-3 shrink-0 animate-spin rounded-full border-2 border-primary border-t-transparent motion-reduce:animate-none"
      />
      {m.billing_waiting()}
    </p>
    <p className="text-balance text-center text-ink-3 text-xs">
      {isByPerson
        ? m.billing_pix_person()
        : invoice.kind === "upgrade"
          ? m.billing_waiting_upgrade()
          : m.billing_waiting_text()}
    </p>
  </div>
);
