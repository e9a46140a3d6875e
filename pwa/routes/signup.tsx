import { createFileRoute, redirect } from "@tanstack/react-router";
import { SignUpScreen } from "../screens/sign-up/index.tsx";
import { laterSteps } from "../screens/sign-up/later-steps.ts";
import { session } from "../session/session.ts";

/** Old links carry `companyId`; it is ignored. The first step has no name. */
export const Route = createFileRoute("/signup")({
  validateSearch: ({ step }: Record<string, unknown>): { step?: (typeof laterSteps)[number] } => {
    const known = laterSteps.find((one) => one === step);
    return known ? { step: known } : {};
  },
  beforeLoad: () => {
    if (session.get().user) throw redirect({ to: "/" });
  },
  component: SignUpScreen,
});
