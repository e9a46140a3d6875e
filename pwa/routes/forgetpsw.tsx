import { createFileRoute, redirect } from "@tanstack/react-router";
import { PasswordResetScreen } from "../screens/password-reset/index.tsx";
import { session } from "../session/session.ts";

/** The link in the mail with the code carries `email`, which opens the second step. */
export const Route = createFileRoute("/forgetpsw")({
  validateSearch: ({ email }: Record<string, unknown>): { email?: string } =>
    typeof email === "string" && email ? { email } : {},
  beforeLoad: () => {
    if (session.get().user) throw redirect({ to: "/" });
  },
  component: ForgetPassword,
});

function ForgetPassword() {
  return <PasswordResetScreen mailedTo={Route.useSearch().email ?? null} />;
}
