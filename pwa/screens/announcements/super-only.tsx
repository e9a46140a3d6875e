import { useNavigate } from "@tanstack/react-router";
import { type ReactNode, useEffect } from "react";
import { m } from "../../i18n/paraglide/messages.js";
import { useUser } from "../../session/use-session.ts";
import { toast } from "../../ui/toasts/toast.tsx";

/** The specification's time until another user is led to the start. */
const LEAVE_MS = 500;

/** Draws the screen for super users; others are told that they may not use it, and led to the start. */
export function SuperOnly({ children }: { children: ReactNode }) {
  const { super: isSuper } = useUser();
  const navigate = useNavigate();
  useEffect(() => {
    if (isSuper) return;
    toast.error(m.announcements_not_allowed());
    const timer = setTimeout(() => void navigate({ to: "/" }), LEAVE_MS);
    return () => clearTimeout(timer);
  }, [isSuper, navigate]);
  return isSuper && children;
}
