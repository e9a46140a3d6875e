import { useState } from "react";
import { type dashboardDays, dashboardDays as offered } from "../../../sync/contracts/dashboard.ts";
import { m } from "../../i18n/paraglide/messages.js";
import { Button } from "../../ui/button.tsx";
import { Select } from "../../ui/select.tsx";
import { TextField } from "../../ui/text-field.tsx";
import { toast } from "../../ui/toast.tsx";

type Days = (typeof dashboardDays)[number] | 0;
/** Either dates or a period: choosing one takes the other away. */
export type PeriodChoice = { days: Days; from: string; to: string };

export const queryOf = ({ days, from, to }: PeriodChoice): string =>
  new URLSearchParams(days ? { days: String(days) } : { date_from: from, date_to: to }).toString();

/** From the first of the month to today, as the screen opens. */
export function thisMonth(today: string): PeriodChoice {
  return { days: 0, from: `${today.slice(0, 8)}01`, to: today };
}

type Kind = "dates" | "period";

export function PeriodFilter({ value, onFilter }: { value: PeriodChoice; onFilter: (choice: PeriodChoice) => void }) {
  const [kind, setKind] = useState<Kind>(value.days ? "period" : "dates");
  const [choice, setChoice] = useState(value);

  function handleFilter() {
    if (!choice.days && !choice.from && !choice.to) return toast.error(m.dashboard_filter_empty());
    onFilter(choice);
  }

  return (
    <form
      className="flex flex-wrap items-end gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        handleFilter();
      }}
    >
      <Select<Kind>
        label={m.dashboard_filter_kind()}
        className="w-32"
        value={kind}
        onChange={setKind}
        options={[
          { value: "dates", label: m.dashboard_filter_dates() },
          { value: "period", label: m.dashboard_filter_period() },
        ]}
      />
      {kind === "dates" ? (
        <>
          <TextField
            type="date"
            label={m.dashboard_filter_from()}
            value={choice.from}
            onChange={(event) => setChoice({ ...choice, days: 0, from: event.target.value })}
          />
          <TextField
            type="date"
            label={m.dashboard_filter_to()}
            value={choice.to}
            onChange={(event) => setChoice({ ...choice, days: 0, to: event.target.value })}
          />
        </>
      ) : (
        <Select<Days>
          label={m.dashboard_filter_period()}
          className="w-44"
          value={choice.days}
          onChange={(days) => setChoice({ days, from: "", to: "" })}
          options={[
            { value: 0, label: m.dashboard_filter_none() },
            ...offered.map((days) => ({ value: days, label: m.dashboard_filter_days({ days }) })),
          ]}
        />
      )}
      <Button kind="primary" type="submit">
        {m.dashboard_filter()}
      </Button>
    </form>
  );
}
