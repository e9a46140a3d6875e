import { Check } from "lucide-react";
import { m } from "../../../i18n/paraglide/messages.js";
import { classNames } from "../../../ui/class-names.ts";

const steps = [
  { id: "data", label: m.billing_step_data },
  { id: "plan", label: m.billing_step_plan },
  { id: "review", label: m.billing_step_review },
] as const;
export type Step = (typeof steps)[number]["id"];

/** Shows which of the three steps is open and which are done. */
export function StepBar({ step, isDone }: { step: Step; isDone: boolean }) {
  const at = steps.findIndex(({ id }) => id === step);
  return (
    <ol aria-label={m.billing_steps()} className="mb-5 flex items-center gap-2 sm:gap-3">
      {steps.map(({ id, label }, index) => {
        const isPast = index < at || isDone;
        const isOpen = index === at;
        return (
          <li
            key={id}
            aria-current={isOpen ? "step" : undefined}
            className={classNames("flex min-w-0 items-center gap-2", index > 0 && "flex-1")}
          >
            {index > 0 && (
              <span
                aria-hidden="true"
                className={classNames("h-0.5 min-w-2 flex-1 rounded-full", index <= at ? "bg-primary" : "bg-line")}
              />
            )}
            <span
              aria-hidden="true"
              className={classNames(
                "grid size-6 shrink-0 place-items-center rounded-full font-semibold text-xs",
                index <= at ? "bg-primary text-on-primary" : "border-[1.5px] border-field-line text-ink-3",
              )}
            >
              {isPast ? <Check size={14} /> : index + 1}
            </span>
            <span className={classNames("truncate font-medium text-sm", isOpen ? "text-ink" : "text-ink-2")}>
              {label()}
              {isPast && <span className="sr-only">, {m.billing_step_done()}</span>}
            </span>
          </li>
        );
      })}
    </ol>
  );
}
