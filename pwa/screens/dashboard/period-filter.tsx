import { useState } from "react";
import { dashboardDays as offered } from "../../../contracts/desk/dashboard.ts";
import { m } from "../../i18n/paraglide/messages.js";
import { Button } from "../../ui/button.tsx";
import { Select } from "../../ui/fields/select.tsx";
import { TextField } from "../../ui/fields/text-field.tsx";
import { toast } from "../../ui/toasts/toast.tsx";
import { type Days, type FilterKind, type PeriodChoice, periodProblem, shownChoice } from "./period.ts";

export function PeriodFilter({ value, onFilter }: { value: PeriodChoice; onFilter: (choice: PeriodChoice) => void }) {
  const [kind, setKind] = useState<FilterKind>(value.days ? "period" : "dates");
  const [choice, setChoice] = useState(value);

  const [problem, setProblem] = useState<string | null>(null);

  function handleFilter() {
    const asked = shownChoice(kind, choice);
    const found = periodProblem(asked);
    setProblem(found);
    if (found) return toast.error(found);
    onFilter(asked);
  }
  function change(part: Partial<PeriodChoice>) {
    setProblem(null);
    setChoice({ ...choice, ...part });
  }

  return (
    <form
      className="flex flex-wrap items-end gap-2 max-sm:flex-col max-sm:items-stretch max-sm:gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        handleFilter();
      }}
    >
      <Select<FilterKind>
        label={m.dashboard_filter_kind()}
        className="w-32 max-sm:w-full"
        value={kind}
        onChange={(next) => {
          setProblem(null);
          setKind(next);
        }}
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
            onChange={(event) => change({ from: event.target.value })}
          />
          <TextField
            type="date"
            label={m.dashboard_filter_to()}
            value={choice.to}
            onChange={(event) => change({ to: event.target.value })}
          />
        </>
      ) : (
        <Select<Days>
          label={m.dashboard_filter_period()}
          className="w-52 max-sm:w-full"
          value={choice.days}
          onChange={(days) => change({ days })}
          error={problem}
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
