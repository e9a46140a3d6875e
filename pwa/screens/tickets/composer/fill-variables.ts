export type VariableValues = {
  contactName: string;
  userName: string;
  ticketNumber: number;
  queue: string;
  connection: string;
  now: Date;
};

const two = (value: number) => String(value).padStart(2, "0");

/** In the contacts' language, not in the agent's: "boa noite" from six until five. */
function salutation(hour: number): string {
  if (hour >= 5 && hour < 12) return "bom dia";
  return hour >= 12 && hour < 18 ? "boa tarde" : "boa noite";
}

/** Fills in `{{firstName}}` and its like, so that the agent reads what the contact will. Unknown ones stay. */
export function fillVariables(text: string, values: VariableValues): string {
  const { now } = values;
  const known: Record<string, string> = {
    firstName: values.contactName.split(" ")[0] ?? "",
    name: values.contactName,
    userName: values.userName,
    ms: salutation(now.getHours()),
    protocol: `${now.getFullYear()}${two(now.getMonth() + 1)}${two(now.getDate())}${values.ticketNumber}`,
    ticket_id: String(values.ticketNumber),
    queue: values.queue,
    connection: values.connection,
    date: `${two(now.getDate())}/${two(now.getMonth() + 1)}/${now.getFullYear()}`,
    hour: `${two(now.getHours())}:${two(now.getMinutes())}`,
  };
  return text.replace(/\{\{\s*(\w+)\s*\}\}/g, (whole, name: string) => known[name] ?? whole);
}
