import { createFileRoute } from "@tanstack/react-router";
import { NotFoundPage } from "../../shell/failure-pages.tsx";

/** An address without a screen: said inside the shell, to who is signed in. */
export const Route = createFileRoute("/_app/$")({ component: NotFoundPage });
