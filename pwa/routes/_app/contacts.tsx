import { createFileRoute } from "@tanstack/react-router";
import { ContactsScreen } from "../../screens/contacts/index.tsx";

export const Route = createFileRoute("/_app/contacts")({ component: ContactsScreen });
