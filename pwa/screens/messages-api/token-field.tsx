import { CircleAlert } from "lucide-react";
import { useState } from "react";
import { channelAbilities } from "../../../contracts/desk/channel-abilities.ts";
import type { ConnectionRef } from "../../../contracts/desk/refs.ts";
import { m } from "../../i18n/paraglide/messages.js";
import { useDesk, useObservable } from "../../session/desk.tsx";
import { Select } from "../../ui/fields/select.tsx";
import { PasswordField } from "../../ui/fields/text-field.tsx";
import { ConnectionToken } from "../connections/parts/connection-token.tsx";

const TYPED = "typed";
const none: ConnectionRef[] = [];

type TokenFieldProps = {
  token: string;
  onChange: (token: string) => void;
  problem: string | undefined;
  disabled: boolean;
};

/**
 * Draws a token field: the token of the chosen connection is created here and kept while the page is open, or a token
 * is typed.
 */
export function TokenField({ token, onChange, problem, disabled }: TokenFieldProps) {
  const desk = useDesk();
  const connections = useObservable<ConnectionRef[]>(() => desk.refs$("connection"), [desk], none)
    .filter(({ channel }) => channelAbilities[channel].hasNumbers)
    .sort((a, b) => a.name.localeCompare(b.name));
  const [chosen, setChosen] = useState<string | null>(null);
  const shown = chosen ?? (token === "" ? connections[0]?.id : null) ?? TYPED;
  return (
    <>
      <Select
        label={m.messages_api_connection()}
        value={shown}
        onChange={(next) => {
          setChosen(next);
          // The previous token belongs to another connection.
          onChange("");
        }}
        options={[
          { value: TYPED, label: m.messages_api_connection_typed() },
          ...connections.map(({ id, name }) => ({ value: id, label: name })),
        ]}
        disabled={disabled}
      />
      {shown === TYPED ? (
        <PasswordField
          label={m.messages_api_token()}
          value={token}
          onChange={(event) => onChange(event.target.value)}
          error={problem}
          disabled={disabled}
          autoComplete="off"
        />
      ) : (
        <ConnectionToken
          key={shown}
          connectionId={shown}
          onMade={(made) => {
            setChosen(shown);
            onChange(made);
          }}
          disabled={disabled}
        />
      )}
      {shown !== TYPED && problem && (
        <p role="alert" className="flex items-center gap-1.25 text-danger-ink text-xs">
          <CircleAlert aria-hidden="true" size={13} className="shrink-0" />
          {m.messages_api_token_missing()}
        </p>
      )}
    </>
  );
}
