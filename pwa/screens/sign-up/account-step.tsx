import { Link, useNavigate } from "@tanstack/react-router";
import { monthTitle } from "../../i18n/full-dates.ts";
import { m } from "../../i18n/paraglide/messages.js";
import { Avatar } from "../../ui/avatar.tsx";
import { Button } from "../../ui/button.tsx";
import type { StepProps } from "./you-step.tsx";

/** Names the account that the confirmed address has, and the ways on. */
export function AccountStep({ progress: { account }, change, goTo }: StepProps) {
  const navigate = useNavigate();
  if (!account) return null;
  const { name, email, company, since } = account;
  return (
    <>
      <div className="flex items-center gap-3 rounded-lg px-3.5 py-3 [box-shadow:inset_0_0_0_1px_var(--line-strong)]">
        <Avatar id={email} name={name} size={40} />
        <div className="min-w-0 flex-1">
          <p className="font-medium text-ink">{name}</p>
          <p className="text-ink-3 text-xs wrap-anywhere">
            {email} · {company} · {m.sign_up_since({ month: monthTitle(since) })}
          </p>
        </div>
      </div>
      <div className="mt-4 flex flex-col gap-2">
        <Button kind="primary" size="large" autoFocus onClick={() => navigate({ to: "/login" })}>
          {m.sign_up_enter()}
        </Button>
        <Button
          size="large"
          onClick={() => {
            change({ email: "" });
            goTo("you");
          }}
        >
          {m.sign_up_with_other()}
        </Button>
      </div>
      <p className="mt-4 text-center text-base">
        <Link to="/forgetpsw" className="font-medium text-primary-ink">
          {m.sign_up_forgot()}
        </Link>
      </p>
    </>
  );
}
