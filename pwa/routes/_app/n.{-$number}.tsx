import { createFileRoute, redirect } from "@tanstack/react-router";
import { NumberScreen } from "../../screens/tickets/number/index.tsx";

export const Route = createFileRoute("/_app/n/{-$number}")({
  beforeLoad: ({ params }) => {
    if (!params.number) throw redirect({ to: "/tickets" });
  },
  component: NumberRoute,
});

function NumberRoute() {
  const { number } = Route.useParams();
  return <NumberScreen number={number ?? ""} />;
}
