import { createFileRoute } from "@tanstack/react-router";
import { TasksScreen } from "../../screens/tasks/index.tsx";

export const Route = createFileRoute("/_app/todolist")({ component: TasksScreen });
