import { createFileRoute } from "@tanstack/react-router";
import { QuickMessagesScreen } from "../../screens/quick-messages/index.tsx";

export const Route = createFileRoute("/_app/quick-messages")({ component: QuickMessagesScreen });
