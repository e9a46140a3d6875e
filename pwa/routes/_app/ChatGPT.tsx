import { createFileRoute } from "@tanstack/react-router";
import { AiTextScreen } from "../../screens/ai-text/index.tsx";

export const Route = createFileRoute("/_app/ChatGPT")({ component: AiTextScreen });
