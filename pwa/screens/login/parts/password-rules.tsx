import { Check, Minus } from "lucide-react";
import { passwordRules } from "../../../../contracts/account/passwords.ts";
import { m } from "../../../i18n/paraglide/messages.js";
import { classNames } from "../../../ui/class-names.ts";

const labels: Record<keyof typeof passwordRules, () => string> = {
  length: m.password_rule_length,
  upper: m.password_rule_upper,
  lower: m.password_rule_lower,
  digit: m.password_rule_digit,
};
const rules = Object.keys(labels) as (keyof typeof passwordRules)[];

/** Lists the rules of a new password and marks those that it meets, while it is typed. */
export function PasswordRules({ password }: { password: string }) {
  return (
    <ul aria-label={m.password_rules()} className="flex flex-wrap gap-x-3.5 gap-y-1 text-xs">
      {rules.map((rule) => {
        const met = passwordRules[rule](password);
        const Icon = met ? Check : Minus;
        return (
          <li key={rule} className={classNames("flex items-center gap-1.5", met ? "text-primary-ink" : "text-ink-3")}>
            <Icon aria-hidden="true" size={13} className="shrink-0" />
            {labels[rule]()}
            <span className="sr-only">, {met ? m.password_rule_met() : m.password_rule_open()}</span>
          </li>
        );
      })}
    </ul>
  );
}
