import { numberFormat } from "../../../i18n/number-format.ts";
import { m } from "../../../i18n/paraglide/messages.js";
import { classNames } from "../../../ui/class-names.ts";
import { percentOf } from "../parts/campaign-times.ts";
import type { CampaignReport } from "./report-wire.ts";

type Variant = CampaignReport["variants"][number];

const steps = [
  { id: "delivered", label: m.campaigns_variants_delivered },
  { id: "read", label: m.campaigns_variants_read },
  { id: "replied", label: m.campaigns_variants_replied },
] as const satisfies { id: keyof Variant; label: () => string }[];

const cell = "border-line px-3 py-2 text-right tabular-nums first:text-left max-sm:px-1.5";

/** Compares the messages of a campaign that has more than one. */
export function Variants({ variants }: Pick<CampaignReport, "variants">) {
  if (variants.length < 2) return null;
  const best = Math.max(...variants.map(({ replied, sent }) => percentOf(replied, sent)));
  return (
    <section aria-labelledby="campaign-variants" className="flex flex-col gap-2">
      <h2 id="campaign-variants" className="font-semibold text-sm">
        {m.campaigns_variants_title()}
      </h2>
      <table className="w-full border-separate border-spacing-0 text-sm">
        <thead>
          <tr className="font-medium text-ink-3 text-xs">
            {[m.campaigns_variants_message(), m.campaigns_variants_sent(), ...steps.map(({ label }) => label())].map(
              (label) => (
                <th key={label} scope="col" className={classNames(cell, "border-b font-medium")}>
                  {label}
                </th>
              ),
            )}
          </tr>
        </thead>
        <tbody>
          {variants.map((variant) => (
            <tr key={variant.variant} className="not-last:[&>*]:border-b">
              <th scope="row" className={classNames(cell, "font-medium")}>
                {m.campaigns_tab({ number: String(variant.variant) })}
              </th>
              <td className={cell}>{numberFormat(variant.sent)}</td>
              {steps.map(({ id }) => {
                const percent = percentOf(variant[id], variant.sent);
                const isBest = id === "replied" && percent === best && best > 0;
                return (
                  <td key={id} className={classNames(cell, isBest && "font-semibold text-success-ink")}>
                    <span className="max-sm:sr-only">{numberFormat(variant[id])} · </span>
                    {m.campaigns_report_percent({ percent: String(percent) })}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
