import { createFileRoute } from "@tanstack/react-router";
import { CampaignsOnly } from "../../screens/campaigns/parts/campaigns-only.tsx";
import { ContactListItemsScreen } from "../../screens/contact-lists/items/index.tsx";

export const Route = createFileRoute("/_app/contact-lists_/$contactListId/contacts")({ component: ListItemsRoute });

function ListItemsRoute() {
  const { contactListId } = Route.useParams();
  return (
    <CampaignsOnly>
      <ContactListItemsScreen key={contactListId} listId={contactListId} />
    </CampaignsOnly>
  );
}
