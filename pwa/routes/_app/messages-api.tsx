import { createFileRoute } from "@tanstack/react-router";
import { MessagesApiScreen } from "../../screens/messages-api/index.tsx";
import { isAdmin, useUser } from "../../session/use-session.ts";
import { NotAllowedPage } from "../../shell/failure-pages.tsx";

export const Route = createFileRoute("/_app/messages-api")({ component: MessagesApiRoute });

function MessagesApiRoute() {
  return isAdmin(useUser()) ? <MessagesApiScreen /> : <NotAllowedPage />;
}
