import { planKinds } from "../../../../contracts/account/companies.ts";
import { numberFormat } from "../../../i18n/number-format.ts";
import { m } from "../../../i18n/paraglide/messages.js";
import type { TableColumn } from "../../../ui/lists/table.tsx";
import type { Company } from "./company-form.ts";
import { lastSignInText, planText } from "./company-records.tsx";
import { limitLabels } from "./limit-fields.tsx";
import { OverPlan, Share } from "./usage-text.tsx";
import type { Usages } from "./use-usages.ts";

/** The plan, marked when the company exceeds its limits. */
export const planColumn = (usages: Usages): TableColumn<Company> => ({
  id: "plan",
  header: m.platform_plan(),
  cell: (company) => {
    const usage = usages.get(company.id);
    return (
      <span className="flex flex-wrap items-center gap-x-2">
        <span>{planText(company)}</span>
        {usage && <OverPlan usage={usage} />}
      </span>
    );
  },
});

/** The columns of what companies use. A figure that has not arrived stays empty: 0 would be a claim. */
export const usageColumns = (usages: Usages): TableColumn<Company>[] => [
  planColumn(usages),
  ...planKinds.map(
    (kind): TableColumn<Company> => ({
      id: kind,
      header: limitLabels[kind](),
      align: "right",
      cell: ({ id }) => {
        const usage = usages.get(id);
        return usage && <Share kind={kind} of={usage[kind]} />;
      },
    }),
  ),
  {
    id: "messages",
    header: m.platform_messages(),
    align: "right",
    narrow: "wrap",
    cell: ({ id }) => {
      const usage = usages.get(id);
      return usage && numberFormat(usage.messages);
    },
  },
  {
    id: "signIn",
    header: m.platform_last_sign_in(),
    cell: ({ id }) => {
      const usage = usages.get(id);
      return usage && <span className="whitespace-nowrap text-ink-2">{lastSignInText(usage)}</span>;
    },
  },
];
