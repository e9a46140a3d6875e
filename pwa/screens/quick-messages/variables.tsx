import { m } from "../../i18n/paraglide/messages.js";
import { useUser } from "../../session/use-session.ts";
import { Button } from "../../ui/button.tsx";
import { fillVariables, type VariableValues } from "../tickets/composer/fill-variables.ts";

const names = [
  "firstName",
  "name",
  "userName",
  "ms",
  "protocol",
  "date",
  "hour",
  "ticket_id",
  "queue",
  "connection",
] as const;

/** What a text may name: each button writes it at the end. */
export function VariableButtons({ onChoose }: { onChoose: (name: string) => void }) {
  return (
    <fieldset className="flex flex-wrap items-center gap-1.5">
      <legend className="mb-1.25 font-medium text-ink-2 text-xs">{m.quick_messages_variables()}</legend>
      {names.map((name) => (
        <Button key={name} size="small" onClick={() => onChoose(name)}>{`{{${name}}}`}</Button>
      ))}
    </fieldset>
  );
}

/** The text as a contact would get it: the one that is chosen, or a person who does not exist. */
export function TextPreview({ text, contactName }: { text: string; contactName?: string }) {
  const user = useUser();
  const filled = fillVariables(text, exampleOf(user.name, contactName, user.queues[0]?.name));
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

const exampleOf = (userName: string, contactName = "Helena Sampaio", queue = "Vendas"): VariableValues => ({
  contactName,
  userName,
  ticketNumber: 4812,
  queue,
  connection: "WhatsApp",
  now: new Date(),
});
