import { useState } from "react";
import { dashboardDays as offered } from "../../../sync/contracts/dashboard.ts";
import { m } from "../../i18n/paraglide/messages.js";
import { Button } from "../../ui/button.tsx";
import { Select } from "../../ui/select.tsx";
import { TextField } from "../../ui/text-field.tsx";
import { toast } from "../../ui/toast.tsx";
import { type Days, type PeriodChoice, periodProblem } from "./period.ts";

type Kind = "dates" | "period";

export function PeriodFilter({ value, onFilter }: { value: PeriodChoice; onFilter: (choice: PeriodChoice) => void }) {
  const [kind, setKind] = useState<Kind>(value.days ? "period" : "dates");
  const [choice, setChoice] = useState(value);

  function handleFilter() {
    const problem = periodProblem(choice);
    if (problem) return toast.error(problem);
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
