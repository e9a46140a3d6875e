import { createFileRoute } from "@tanstack/react-router";
import { TagsScreen } from "../../screens/tags/index.tsx";

export const Route = createFileRoute("/_app/tags")({ component: TagsScreen });
