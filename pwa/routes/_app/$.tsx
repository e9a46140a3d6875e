import { createFileRoute } from "@tanstack/react-router";
import { NotFoundPage } from "../../shell/failure-pages.tsx";

/** An unknown address is reported inside the shell, to signed-in users only. */
export const Route = createFileRoute("/_app/$")({ component: NotFoundPage });
