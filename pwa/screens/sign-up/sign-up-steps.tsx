import { Check } from "lucide-react";
import { m } from "../../i18n/paraglide/messages.js";
import { classNames } from "../../ui/class-names.ts";

/** Draws the three steps of a sign-up. `done`: how many are done; `at`: the number of the present one, null: none. */
export function SignUpSteps({ done, at }: { done: number; at: number | null }) {
  const names = [m.sign_up_step_you(), m.sign_up_step_code(), m.sign_up_step_company()];
  return (
    <ol className="mb-6.5 flex gap-2 text-xs max-md:mb-4.5 max-md:text-sm">
      {names.map((name, place) => {
        const isDone = place < done;
        const isPresent = place + 1 === at;
        return (
          <li
            key={name}
            aria-current={isPresent ? "step" : undefined}
            className={classNames(
              "flex flex-1 items-center gap-1.75 border-t-2 pt-2.25",
              isDone && "border-primary text-primary-ink",
              isPresent && "border-primary font-medium text-ink",
              !isDone && !isPresent && "border-line-strong text-ink-3",
            )}
          >
            {isDone ? (
              <Check aria-label={m.sign_up_step_done()} size={12} strokeWidth={2.6} />
            ) : (
              <b className="font-semibold tabular-nums">{place + 1}</b>
            )}
            {name}
          </li>
        );
      })}
    </ol>
  );
}
