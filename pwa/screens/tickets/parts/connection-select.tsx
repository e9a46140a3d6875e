import type { ConnectionStatus } from "../../../../contracts/desk/connections.ts";
import { m } from "../../../i18n/paraglide/messages.js";
import { useDirectory } from "../../../session/directory.tsx";
import { ChannelGlyph } from "../../../ui/channel-glyph.tsx";
import { Select } from "../../../ui/fields/select.tsx";

const statusTexts: Record<ConnectionStatus, () => string> = {
  CONNECTED: m.connections_status_connected,
  qrcode: m.connections_status_qrcode,
  PAIRING: m.connections_status_pairing,
  DISCONNECTED: m.connections_status_disconnected,
  TIMEOUT: m.connections_status_timeout,
  OPENING: m.connections_status_opening,
};

const DEFAULT = "default";

type ConnectionSelectProps = { value: string | null; onChange: (connectionId: string | null) => void };

/** Selects the connection of a new conversation; the company's default when none is chosen. */
export function ConnectionSelect({ value, onChange }: ConnectionSelectProps) {
  const { connections } = useDirectory();
  const all = [...connections.values()];
  const byDefault = all.find((connection) => connection.isDefault);
  return (
    <Select
      required
      label={m.tickets_connection()}
      value={value ?? byDefault?.id ?? DEFAULT}
      onChange={(chosen) => onChange(chosen === DEFAULT ? null : chosen)}
      options={[
        ...(byDefault ? [] : [{ value: DEFAULT, label: m.tickets_connection_default() }]),
        ...all.map((connection) => ({
          value: connection.id,
          label: connection.name,
          note: statusTexts[connection.status](),
          icon: <ChannelGlyph name={connection.channel} size={16} spoken />,
        })),
      ]}
    />
  );
}
