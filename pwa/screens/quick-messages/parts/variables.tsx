import { TIME_ZONE_KEY } from "../../../../contracts/account/settings.ts";
import { variableNames } from "../../../../contracts/desk/message-variables.ts";
import { isLocal, localMinute } from "../../../../contracts/local-time.ts";
import { serverDate } from "../../../../sync/client/server-clock.ts";
import { m } from "../../../i18n/paraglide/messages.js";
import { useUser } from "../../../session/use-session.ts";
import { useSettings } from "../../../session/use-setting.ts";
import { Button } from "../../../ui/button.tsx";
import { fillVariables, type VariableValues } from "./fill-variables.ts";

/** Draws the variables of a text: each button appends one. */
export function VariableButtons({ onChoose }: { onChoose: (name: string) => void }) {
  return (
    <fieldset className="flex flex-wrap items-center gap-1.5">
      <legend className="mb-1.25 font-medium text-ink-2 text-xs">{m.quick_messages_variables()}</legend>
      {variableNames.map((name) => (
        <Button key={name} size="small" onClick={() => onChoose(name)}>{`{{${name}}}`}</Button>
      ))}
    </fieldset>
  );
}

type TextPreviewProps = {
  text: string;
  contactName?: string;
  /** When the text is sent, in the company's time; by default now. */
  sendAt?: string;
};

/** Shows the text as a contact would receive it: the chosen contact, or a fictitious one. */
export function TextPreview({ text, contactName, sendAt }: TextPreviewProps) {
  const user = useUser();
  const timeZone = useSettings()[TIME_ZONE_KEY];
  const minute = sendAt && isLocal(sendAt) ? sendAt : localMinute(serverDate(), timeZone);
  const filled = fillVariables(text, { ...exampleOf(user.name, contactName, user.queues[0]?.name), minute });
  if (!text.includes("{{") || filled === text) return null;
  return (
    <div className="flex flex-col gap-1.25">
      <span className="font-medium text-ink-2 text-xs">{m.quick_messages_preview()}</span>
      <p
        role="status"
        className="w-fit max-w-full whitespace-pre-wrap rounded-lg rounded-tr-xs bg-bubble-out px-3 py-2 text-sm [overflow-wrap:anywhere]"
      >
        {filled}
      </p>
    </div>
  );
}

const exampleOf = (
  userName: string,
  contactName = "Helena Sampaio",
  queue = "Vendas",
): Omit<VariableValues, "minute"> => ({
  contactName,
  userName,
  ticketNumber: 4812,
  queue,
  connection: "WhatsApp",
});
