import { createRootRoute, Outlet } from "@tanstack/react-router";
import { ElsewhereAlert } from "../shell/elsewhere-alert.tsx";
import { Toaster } from "../ui/toast.tsx";

export const Route = createRootRoute({
  component: () => (
    <>
      <Outlet />
      <Toaster />
      <ElsewhereAlert />
    </>
  ),
});
