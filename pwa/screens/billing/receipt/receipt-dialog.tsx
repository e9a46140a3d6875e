import { Download, Printer } from "lucide-react";
import { m } from "../../../i18n/paraglide/messages.js";
import { zoneOf } from "../../../session/company-dates.ts";
import { useServerData } from "../../../session/server-data/use-server-data.ts";
import { useUser } from "../../../session/use-session.ts";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/layers/dialog.tsx";
import { saveBlob } from "../../../ui/save-blob.ts";
import { NotRead } from "../../lists/index.ts";
import { numberOf } from "../invoice-status.tsx";
import { type Invoice, readReceipt } from "../parts/billing-calls.ts";
import { ReceiptSheet } from "./receipt-sheet.tsx";
import { receiptFile, receiptLines } from "./receipt-text.ts";

/** Shows the receipt of a paid invoice, to print it or to save it as a file. */
export function ReceiptDialog({ invoice, onClose }: { invoice: Invoice; onClose: () => void }) {
  const { company } = useUser();
  const number = numberOf(invoice);
  const answer = useServerData(`/invoices/${invoice.id}/receipt`, readReceipt, { remember: true });
  const lines = answer.data && receiptLines(answer.data, zoneOf(company));
  const title = m.billing_receipt_title({ number });
  function handleSave() {
    if (!lines) return;
    const page = new Blob([receiptFile(title, lines)], { type: "text/html;charset=utf-8" });
    saveBlob(page, `${m.billing_receipt_file()}-${number}.html`);
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      footer={
        <>
          <Button icon={<Download aria-hidden="true" size={15} />} disabled={!lines} onClick={handleSave}>
            {m.billing_receipt_save()}
          </Button>
          <Button
            kind="primary"
            icon={<Printer aria-hidden="true" size={15} />}
            disabled={!lines}
            onClick={() => window.print()}
          >
            {m.billing_receipt_print()}
          </Button>
        </>
      }
    >
      {lines ? (
        <ReceiptSheet title={title} lines={lines} />
      ) : (
        <NotRead data={answer} offlineText={m.billing_subscription_offline()} />
      )}
    </Dialog>
  );
}
