import { useRef, useState } from "react";
import { channelAbilities } from "../../../sync/contracts/channel-abilities.ts";
import type { ConnectionRef } from "../../../sync/contracts/refs.ts";
import { m } from "../../i18n/paraglide/messages.js";
import { useDesk, useObservable } from "../../session/desk.tsx";
import { failureWords } from "../../session/failure-words.ts";
import { Select } from "../../ui/select.tsx";
import { PasswordField } from "../../ui/text-field.tsx";
import { connectionCalls } from "../connections/connection-calls.ts";

const TYPED = "typed";
const none: ConnectionRef[] = [];

type TokenFieldProps = {
  token: string;
  onChange: (token: string) => void;
  problem: string | undefined;
  disabled: boolean;
};

/** The token of a connection that is chosen, which is asked of the server, or one that is typed. */
export function TokenField({ token, onChange, problem, disabled }: TokenFieldProps) {
  const desk = useDesk();
  const connections = useObservable<ConnectionRef[]>(() => desk.refs$("connection"), [desk], none);
  const [chosen, setChosen] = useState<{ id: string; token: string | null }>({ id: TYPED, token: null });
  const [failure, setFailure] = useState<string | null>(null);
  const latest = useRef(TYPED);
  // Another token stands here since: typed, or chosen in the other form.
  const isShown = chosen.id === TYPED || chosen.token === null || chosen.token === token;

  async function handleChoose(id: string) {
    latest.current = id;
    setFailure(null);
    setChosen({ id, token: null });
    if (id === TYPED) return;
    try {
      const { token: its } = await connectionCalls.read(id);
      if (latest.current !== id) return;
      setChosen({ id, token: its });
      onChange(its);
      if (!its) setFailure(m.messages_api_connection_without());
    } catch (error) {
      if (latest.current === id) setFailure(failureWords(error));
    }
  }

  return (
    <>
      <Select
        label={m.messages_api_connection()}
        value={isShown ? chosen.id : TYPED}
        onChange={(id) => void handleChoose(id)}
        options={[
          { value: TYPED, label: m.messages_api_connection_typed() },
          ...connections
            .filter(({ channel }) => channelAbilities[channel].hasNumbers)
            .sort((a, b) => a.name.localeCompare(b.name))
            .map(({ id, name }) => ({ value: id, label: name })),
        ]}
        error={(isShown && failure) || undefined}
        disabled={disabled}
      />
      <PasswordField
        label={m.messages_api_token()}
        value={token}
        onChange={(event) => onChange(event.target.value)}
        error={problem}
        disabled={disabled}
        autoComplete="off"
      />
    </>
  );
}
