import { createFileRoute } from "@tanstack/react-router";
import { MailsScreen } from "../../screens/mails/index.tsx";

export const Route = createFileRoute("/_app/EmailLis")({ component: () => <MailsScreen start="list" /> });
