import { Copy } from "lucide-react";
import { useState } from "react";
import * as v from "valibot";
import { moment } from "../../../i18n/full-dates.ts";
import { m } from "../../../i18n/paraglide/messages.js";
import { failureText } from "../../../session/failure-text.ts";
import { useServerData } from "../../../session/server-data/use-server-data.ts";
import { Button } from "../../../ui/button.tsx";
import { TextField } from "../../../ui/fields/text-field.tsx";
import { IconButton } from "../../../ui/icon-button.tsx";
import { ConfirmDialog } from "../../../ui/layers/dialog.tsx";
import { toast } from "../../../ui/toasts/toast.tsx";
import { connectionCalls } from "./connection-calls.ts";

const TokenWire = v.object({
  hasToken: v.optional(v.boolean(), false),
  tokenLastUsedAt: v.optional(v.nullable(v.string()), null),
});
const read = (answer: unknown) => v.parse(TokenWire, answer);

type ConnectionTokenProps = {
  connectionId: string;
  /** Called with a new token, which is shown only now. */
  onMade?: (token: string) => void;
  disabled?: boolean;
};

/**
 * Shows the last use of the token with which programs send. It is created or revoked at once, and shown only after
 * its creation.
 */
export function ConnectionToken({ connectionId, onMade, disabled }: ConnectionTokenProps) {
  const known = useServerData(`/whatsapp/${connectionId}?session=0`, read);
  const [made, setMade] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const [asking, setAsking] = useState<"rotate" | "revoke" | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const hasToken = known.data?.hasToken ?? false;
  const lastUsedAt = known.data?.tokenLastUsedAt ?? null;

  async function act(work: () => Promise<string | null>) {
    setAsking(null);
    setBusy(true);
    setFailure(null);
    try {
      const token = await work();
      setMade(token);
      if (token) onMade?.(token);
      known.again();
    } catch (error) {
      setFailure(failureText(error));
    } finally {
      setBusy(false);
    }
  }
  const handleMake = () => act(() => connectionCalls.makeToken(connectionId));
  const handleRevoke = () => act(() => connectionCalls.revokeToken(connectionId).then(() => null));

  return (
    <section aria-label={m.connections_field_token()} className="flex flex-col gap-2">
      {made ? (
        <TextField
          label={m.connections_field_token()}
          hint={m.connections_token_once()}
          value={made}
          readOnly
          end={<CopyButton token={made} />}
        />
      ) : (
        <>
          <span className="font-medium text-ink-2 text-xs">{m.connections_field_token()}</span>
          <p className="text-ink-3 text-sm">
            {!hasToken
              ? m.connections_token_none()
              : lastUsedAt
                ? m.connections_token_used({ when: moment(lastUsedAt) })
                : m.connections_token_unused()}
          </p>
        </>
      )}
      <span className="flex flex-wrap gap-2">
        <Button
          size="small"
          disabled={disabled || busy || !known.data}
          onClick={() => (hasToken ? setAsking("rotate") : void handleMake())}
        >
          {hasToken ? m.connections_token_rotate() : m.connections_token_make()}
        </Button>
        {hasToken && (
          <Button size="small" kind="ghost" disabled={disabled || busy} onClick={() => setAsking("revoke")}>
            {m.connections_token_revoke()}
          </Button>
        )}
      </span>
      <span role="alert" className="text-danger-ink text-xs empty:hidden">
        {failure}
      </span>
      <ConfirmDialog
        open={asking !== null}
        onClose={() => setAsking(null)}
        onConfirm={() => void (asking === "revoke" ? handleRevoke() : handleMake())}
        title={asking === "revoke" ? m.connections_token_revoke() : m.connections_token_rotate()}
        confirmLabel={asking === "revoke" ? m.connections_token_revoke() : m.connections_token_rotate()}
      >
        {m.connections_token_ends()}
      </ConfirmDialog>
    </section>
  );
}

function CopyButton({ token }: { token: string }) {
  async function handleCopy() {
    await navigator.clipboard.writeText(token);
    toast.success(m.connections_token_copied());
  }
  return (
    <IconButton
      size="small"
      label={m.connections_token_copy()}
      icon={<Copy size={15} />}
      onClick={() => void handleCopy()}
    />
  );
}
