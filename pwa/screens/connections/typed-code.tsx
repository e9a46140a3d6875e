import { type FormEvent, useState } from "react";
import * as v from "valibot";
import { PairingNumber } from "../../../contracts/desk/connections.ts";
import type { ConnectionRef } from "../../../contracts/desk/refs.ts";
import { m } from "../../i18n/paraglide/messages.js";
import { maskPhone } from "../../i18n/phone-number.ts";
import { useCall } from "../../session/server-data/use-call.ts";
import { Button } from "../../ui/button.tsx";
import { TextField } from "../../ui/fields/text-field.tsx";
import { Skeleton } from "../../ui/lists/skeleton.tsx";
import { Notice } from "../../ui/notice.tsx";
import { connectionCalls } from "./parts/connection-calls.ts";

/** Asks for the number of a phone that cannot scan, then shows the code to type on it. */
export function TypedCode({ connection, code }: { connection: ConnectionRef; code: string }) {
  const [number, setNumber] = useState(connection.number ? maskPhone(connection.number) : "");
  const [isAsked, setAsked] = useState(false);
  const [isWrong, setWrong] = useState(false);
  const { busy, failure, call } = useCall();
  async function handleAsk(event: FormEvent) {
    event.preventDefault();
    if (!v.is(PairingNumber, number)) return setWrong(true);
    setAsked(await call("ask", () => connectionCalls.pairingCode(connection.id, number)));
  }
  if (code)
    return (
      <output
        aria-label={m.connections_code_label()}
        className="line-ring grid size-72 place-items-center justify-self-center rounded-xl font-mono font-semibold text-3xl tabular-nums"
      >
        {`${code.slice(0, 4)}-${code.slice(4)}`}
      </output>
    );
  if (isAsked) return <Skeleton className="size-72 justify-self-center" />;
  return (
    <form
      className="flex w-72 max-w-full flex-col gap-3 justify-self-center"
      onSubmit={(event) => void handleAsk(event)}
    >
      {failure && <Notice tone="danger">{failure}</Notice>}
      <TextField
        label={m.connections_code_number()}
        hint={m.connections_code_number_hint()}
        type="tel"
        autoFocus
        value={number}
        onChange={(event) => {
          setNumber(event.target.value);
          setWrong(false);
        }}
        error={isWrong ? m.connections_code_number_wrong() : null}
      />
      <Button kind="primary" type="submit" busy={busy !== null && m.connections_code_get()}>
        {m.connections_code_get()}
      </Button>
    </form>
  );
}
