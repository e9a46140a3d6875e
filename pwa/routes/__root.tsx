import { createRootRoute, Outlet } from "@tanstack/react-router";
import { Suspense } from "react";
import { useSession } from "../session/use-session.ts";
import { lazyPart } from "../ui/on-demand.tsx";
import { Toaster } from "../ui/toasts/toast.tsx";

const ElsewhereAlert = lazyPart(async () => (await import("../shell/elsewhere-alert.tsx")).ElsewhereAlert);

export const Route = createRootRoute({
  component: () => (
    <>
      <Outlet />
      <Toaster />
      <ReplacedSession />
    </>
  ),
});

/** Says that another sign-in has replaced the session. */
function ReplacedSession() {
  const { user, ended } = useSession();
  if (!user || ended !== "elsewhere") return null;
  return (
    <Suspense>
      <ElsewhereAlert />
    </Suspense>
  );
}
