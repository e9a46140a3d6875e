import { Barcode, Check, CreditCard, ExternalLink, TriangleAlert, Wallet } from "lucide-react";
import type { ReactNode } from "react";
import type { Provider } from "../../../../contracts/account/billing.ts";
import { m } from "../../../i18n/paraglide/messages.js";
import { Notice } from "../../../ui/notice.tsx";
import type { Invoice, PaymentResult } from "../parts/billing-calls.ts";
import { paidWithText } from "../receipt/paid-with.ts";
import { PixPanel, Waiting } from "./pix-panel.tsx";

type PaymentWaysProps = { invoice: Invoice; result: PaymentResult; children: ReactNode };

/** Shows the ways to pay beside the review: each that the server answered, and which did not answer. */
export function PaymentWays({ invoice, result, children }: PaymentWaysProps) {
  const pages = pagesOf(result);
  const code = result.qrcode?.qrcode;
  return (
    <div className="grid gap-7 md:grid-cols-[minmax(0,1fr)_18.75rem]">
      <div className="flex min-w-0 flex-col gap-4">
        {children}
        {pages.length > 0 && <Pages pages={pages} isOther={code !== undefined} />}
        {result.unavailable.length > 0 && (
          <Notice tone="warn" icon={<TriangleAlert aria-hidden="true" size={16} />}>
            {m.billing_unavailable({ names: result.unavailable.map(providerName).join(", ") })}
          </Notice>
        )}
        <Notice tone="success" icon={<Check aria-hidden="true" size={16} />}>
          {m.billing_succeeded()}
        </Notice>
      </div>
      {code ? (
        <PixPanel invoice={invoice} code={code} confirmedByPerson={result.confirmedBy === "person"} />
      ) : (
        <Waiting invoice={invoice} isByPerson={false} />
      )}
    </div>
  );
}

const providerName = (provider: Provider) => paidWithText(provider);

type PageWay = { id: string; url: string; icon: ReactNode; name: string; note: string };

function pagesOf({ stripeURL, asaasURL, mercadopagoURL }: PaymentResult): PageWay[] {
  const ways = [
    {
      id: "stripe",
      url: stripeURL,
      icon: <CreditCard aria-hidden="true" size={18} />,
      name: m.billing_way_stripe(),
      note: m.billing_way_stripe_note(),
    },
    {
      id: "asaas",
      url: asaasURL,
      icon: <Barcode aria-hidden="true" size={18} />,
      name: m.billing_way_asaas(),
      note: m.billing_way_asaas_note(),
    },
    {
      id: "mercadopago",
      url: mercadopagoURL,
      icon: <Wallet aria-hidden="true" size={18} />,
      name: m.billing_way_mercadopago(),
      note: m.billing_way_mercadopago_note(),
    },
  ];
  return ways.flatMap(({ url, ...way }) => (url ? [{ ...way, url }] : []));
}

const Pages = ({ pages, isOther }: { pages: PageWay[]; isOther: boolean }) => (
  <section>
    <h3 className="mb-2 font-medium text-ink-2 text-xs">{isOther ? m.billing_other_ways() : m.billing_ways()}</h3>
    <ul className="flex flex-col gap-2">
      {pages.map(({ id, url, icon, name, note }) => (
        <li key={id}>
          <a
            href={url}
            target="_blank"
            rel="noopener noreferrer"
            className="control-ring flex min-h-12 items-center gap-3 rounded-md px-3.5 py-1.5 hover:bg-hover [&_svg]:shrink-0 [&_svg]:text-ink-2"
          >
            {icon}
            <span className="min-w-0 flex-1">
              <b className="font-medium text-sm">{name}</b> <span className="text-ink-3 text-xs">{note}</span>
            </span>
            <ExternalLink aria-hidden="true" size={16} />
          </a>
        </li>
      ))}
    </ul>
  </section>
);
