import { createFileRoute } from "@tanstack/react-router";
import { CampaignsOnly } from "../../screens/campaigns/parts/campaigns-only.tsx";
import { ContactListsScreen } from "../../screens/contact-lists/index.tsx";

export const Route = createFileRoute("/_app/contact-lists")({ component: ContactListsRoute });

function ContactListsRoute() {
  return (
    <CampaignsOnly>
      <ContactListsScreen />
    </CampaignsOnly>
  );
}
