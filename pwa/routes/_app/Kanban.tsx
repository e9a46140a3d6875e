import { createFileRoute } from "@tanstack/react-router";
import { KanbanScreen } from "../../screens/kanban/index.tsx";

export const Route = createFileRoute("/_app/Kanban")({ component: KanbanScreen });
