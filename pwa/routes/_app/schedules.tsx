import { createFileRoute } from "@tanstack/react-router";
import { SchedulesScreen } from "../../screens/schedules/index.tsx";

export const Route = createFileRoute("/_app/schedules")({ component: SchedulesScreen });
