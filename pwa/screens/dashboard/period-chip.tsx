import { Funnel } from "lucide-react";
import { useState } from "react";
import { languageTag } from "../../i18n/language.ts";
import { m } from "../../i18n/paraglide/messages.js";
import { PageActions } from "../../shell/page-actions.tsx";
import { Button } from "../../ui/button.tsx";
import { BottomSheet } from "../../ui/layers/bottom-sheet.tsx";
import type { PeriodChoice } from "./period.ts";
import { PeriodFilter } from "./period-filter.tsx";

type PeriodChipProps = { value: PeriodChoice; onFilter: (choice: PeriodChoice) => void };

/** Draws the period as one chip in the phones' top bar, so that the figures come first; it opens the filter. */
export function PeriodChip({ value, onFilter }: PeriodChipProps) {
  const [open, setOpen] = useState(false);
  const words = periodWords(value);
  return (
    <>
      <PageActions>
        <Button
          icon={<Funnel aria-hidden="true" size={16} />}
          aria-label={m.dashboard_period({ period: words })}
          onClick={() => setOpen(true)}
          className="mr-2 ml-1 rounded-lg"
        >
          {words}
        </Button>
      </PageActions>
      <BottomSheet open={open} onClose={() => setOpen(false)} title={m.dashboard_period_title()}>
        <div className="px-5 pt-1 pb-5">
          <PeriodFilter
            value={value}
            onFilter={(choice) => {
              onFilter(choice);
              setOpen(false);
            }}
          />
        </div>
      </BottomSheet>
    </>
  );
}

const dayFormat = () => new Intl.DateTimeFormat(languageTag(), { day: "numeric", month: "short", timeZone: "UTC" });

/** Returns "1 – 21 de nov." or "30 dias". */
function periodWords({ days, from, to }: PeriodChoice): string {
  if (days) return m.dashboard_filter_days({ days });
  const [first, last] = [from, to].map((day) => (day ? new Date(day) : null));
  if (first && last) return dayFormat().formatRange(first, last);
  const one = first ?? last;
  return one ? dayFormat().format(one) : m.dashboard_filter_none();
}
