import { createFileRoute } from "@tanstack/react-router";
import { FacebookReturn } from "../../screens/connections/facebook-return.tsx";
import { useCan } from "../../session/desk.tsx";
import { NotAllowedPage } from "../../shell/not-allowed-page.tsx";
import { textOrDigitsOf } from "../-search.ts";

type FacebookAnswer = { code?: string; state?: string; error?: string };

export const Route = createFileRoute("/_app/connections_/facebook")({
  validateSearch: ({ code, state, error }): FacebookAnswer => ({
    code: textOrDigitsOf(code),
    state: textOrDigitsOf(state),
    error: textOrDigitsOf(error),
  }),
  component: FacebookRoute,
});

function FacebookRoute() {
  const answer = Route.useSearch();
  return useCan("manageConnections") ? <FacebookReturn answer={answer} /> : <NotAllowedPage />;
}
