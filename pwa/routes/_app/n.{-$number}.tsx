import { createFileRoute, redirect } from "@tanstack/react-router";
import * as v from "valibot";
import { NumberScreen } from "../../screens/tickets/number/index.tsx";

/** The router parses a name of digits only as a number. */
const Name = v.optional(v.pipe(v.union([v.string(), v.number()]), v.transform(String)));

export const Route = createFileRoute("/_app/n/{-$number}")({
  validateSearch: v.object({ name: Name }),
  beforeLoad: ({ params }) => {
    if (!params.number) throw redirect({ to: "/tickets" });
  },
  component: NumberRoute,
});

function NumberRoute() {
  const { number } = Route.useParams();
  const { name } = Route.useSearch();
  return <NumberScreen number={number ?? ""} name={name} />;
}
