import { createRootRoute, Outlet } from "@tanstack/react-router";
import { Suspense } from "react";
import { lazyPart } from "../ui/on-demand.tsx";
import { Toaster } from "../ui/toasts/toast.tsx";

const ElsewhereAlert = lazyPart(async () => (await import("../shell/elsewhere-alert.tsx")).ElsewhereAlert);

export const Route = createRootRoute({
  component: () => (
    <>
      <Outlet />
      <Toaster />
      <Suspense>
        <ElsewhereAlert />
      </Suspense>
    </>
  ),
});
