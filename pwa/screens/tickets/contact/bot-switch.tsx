import { Bot } from "lucide-react";
import type { ContactDocument } from "../../../../contracts/desk/contacts.ts";
import { m } from "../../../i18n/paraglide/messages.js";
import { useCommand } from "../../../session/desk.tsx";
import { Switch } from "../../../ui/fields/toggles.tsx";

/** Switches the bot on or off for this contact. */
export function BotSwitch({ contact }: { contact: ContactDocument }) {
  const send = useCommand();
  return (
    <div className="border-line border-t px-4 py-2.5">
      <Switch
        label={
          <span className="flex items-center gap-2">
            <Bot aria-hidden="true" size={16} />
            {m.tickets_contact_robot()}
          </span>
        }
        checked={!contact.disableBot}
        onChange={(on) =>
          void send("contact.update", {
            contactId: contact.id,
            change: { disableBot: !on },
            baseRev: contact.rev,
          })
        }
      />
    </div>
  );
}
