import { createFileRoute } from "@tanstack/react-router";
import { MailsScreen } from "../../screens/mails/index.tsx";

export const Route = createFileRoute("/_app/EmailScheduler")({ component: () => <MailsScreen start="schedule" /> });
