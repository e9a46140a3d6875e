import { useLocation } from "@tanstack/react-router";
import { useUser } from "../session/use-session.ts";
import { RowSkeleton } from "../ui/lists/skeleton.tsx";
import { PageBody, PageHead } from "../ui/page-head.tsx";
import { entriesFor } from "./menu/menu-entries.ts";
import { usePage } from "./page.ts";

/** Draws the title of the screen at this address, and placeholders, until the desk is open. */
export function OpeningScreen() {
  const user = useUser();
  const { pathname } = useLocation();
  const first = `/${pathname.split("/")[1] ?? ""}`;
  const entry = entriesFor(user).find(({ to, also }) => to === first || also?.includes(first));
  const title = entry?.label() ?? "";
  usePage(title, { showsBellOnPhones: first === "/tickets" });
  return (
    <PageBody>
      {title && <PageHead title={title} />}
      <RowSkeleton />
    </PageBody>
  );
}
