import { createFileRoute, redirect } from "@tanstack/react-router";
import { LoginScreen } from "../screens/login/index.tsx";
import { session } from "../session/session.ts";

export const Route = createFileRoute("/login")({
  beforeLoad: () => {
    if (session.get().user) throw redirect({ to: "/" });
  },
  component: LoginScreen,
});
