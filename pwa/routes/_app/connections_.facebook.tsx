import { createFileRoute } from "@tanstack/react-router";
import * as v from "valibot";
import { FacebookReturn } from "../../screens/connections/facebook-return.tsx";
import { isAdmin, useUser } from "../../session/use-session.ts";
import { NotAllowedPage } from "../../shell/failure-pages.tsx";

/** The router parses a code of digits only as a number. */
const Text = v.optional(v.pipe(v.union([v.string(), v.number()]), v.transform(String)));

export const Route = createFileRoute("/_app/connections_/facebook")({
  validateSearch: v.object({ code: Text, state: Text, error: Text }),
  component: FacebookRoute,
});

function FacebookRoute() {
  const answer = Route.useSearch();
  return isAdmin(useUser()) ? <FacebookReturn answer={answer} /> : <NotAllowedPage />;
}
