import { createFileRoute, useLocation } from "@tanstack/react-router";
import { ConfirmLinkScreen } from "../screens/sign-up/confirm-link.tsx";

/** The link in the mail of a sign-up carries its token in the fragment, which browsers send to no server. */
export const Route = createFileRoute("/signup_/confirm")({ component: ConfirmSignUp });

function ConfirmSignUp() {
  return <ConfirmLinkScreen token={useLocation().hash} />;
}
