import { createFileRoute, redirect } from "@tanstack/react-router";
import { SignUpScreen } from "../screens/sign-up/index.tsx";
import { session } from "../session/session.ts";

/** Old links carry `companyId`; it is ignored. */
export const Route = createFileRoute("/signup")({
  beforeLoad: () => {
    if (session.get().user) throw redirect({ to: "/" });
  },
  component: SignUpScreen,
});
