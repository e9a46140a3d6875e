import { createFileRoute } from "@tanstack/react-router";
import { HelpsScreen } from "../../screens/helps/index.tsx";

export const Route = createFileRoute("/_app/helps")({ component: HelpsScreen });
