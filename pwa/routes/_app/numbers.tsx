import { createFileRoute } from "@tanstack/react-router";
import { MisreadNumbersScreen } from "../../screens/misread-numbers/index.tsx";
import { useCan } from "../../session/desk.tsx";
import { NotAllowedPage } from "../../shell/not-allowed-page.tsx";

export const Route = createFileRoute("/_app/numbers")({ component: NumbersRoute });

function NumbersRoute() {
  return useCan("manageSettings") ? <MisreadNumbersScreen /> : <NotAllowedPage />;
}
