import { createFileRoute, redirect } from "@tanstack/react-router";
import { NumberScreen } from "../../screens/tickets/number/index.tsx";
import { textOrDigitsOf } from "../-search.ts";

export const Route = createFileRoute("/_app/n/{-$number}")({
  validateSearch: ({ name }): { name?: string } => ({ name: textOrDigitsOf(name) }),
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
