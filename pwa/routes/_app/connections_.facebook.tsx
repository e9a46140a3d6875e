import { createFileRoute } from "@tanstack/react-router";
import * as v from "valibot";
import { FacebookReturn } from "../../screens/connections/facebook-return.tsx";
import { useCan } from "../../session/desk.tsx";
import { NotAllowedPage } from "../../shell/failure-pages.tsx";

/** The router parses a code of digits only as a number. */
const Text = v.optional(v.pipe(v.union([v.string(), v.number()]), v.transform(String)));

export const Route = createFileRoute("/_app/connections_/facebook")({
  validateSearch: v.object({ code: Text, state: Text, error: Text }),
  component: FacebookRoute,
});

function FacebookRoute() {
  const answer = Route.useSearch();
  return useCan("manageConnections") ? <FacebookReturn answer={answer} /> : <NotAllowedPage />;
}
