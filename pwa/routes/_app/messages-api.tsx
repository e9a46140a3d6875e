import { createFileRoute } from "@tanstack/react-router";
import { MessagesApiScreen } from "../../screens/messages-api/index.tsx";
import { useCan } from "../../session/desk.tsx";
import { NotAllowedPage } from "../../shell/not-allowed-page.tsx";

export const Route = createFileRoute("/_app/messages-api")({ component: MessagesApiRoute });

function MessagesApiRoute() {
  return useCan("manageConnections") ? <MessagesApiScreen /> : <NotAllowedPage />;
}
