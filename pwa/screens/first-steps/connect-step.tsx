import { QrCode, Smartphone } from "lucide-react";
import { useCallback, useState } from "react";
import * as v from "valibot";
import type { ConnectionRef } from "../../../contracts/desk/refs.ts";
import { channelNames } from "../../i18n/channel-names.ts";
import { m } from "../../i18n/paraglide/messages.js";
import { useDeskUser, useSyncStatus } from "../../session/desk.tsx";
import { useCall } from "../../session/server-data/use-call.ts";
import { Button } from "../../ui/button.tsx";
import { ChannelGlyph } from "../../ui/channel-glyph.tsx";
import { classNames } from "../../ui/class-names.ts";
import { useMedia } from "../../ui/hooks/use-media.ts";
import { connectionCalls } from "../connections/parts/connection-calls.ts";
import { newConnection } from "../connections/parts/connection-form.ts";
import { isNeverConnected } from "../connections/parts/connection-status.ts";
import { goToLogin, useIsMetaSetUp } from "../connections/parts/meta-login.ts";
import { QrDialog } from "../connections/parts/qr-dialog.tsx";
import type { Facts } from "./steps.ts";
import { TestAreaLink } from "./test-area-link.tsx";

type Channel = ConnectionRef["channel"];
const offered: Channel[] = ["whatsapp", "facebook", "instagram"];
const MAX_NAME = 50;
const Created = v.object({ id: v.string() });

/** Connects the company's first number. On a phone with a typed code, because WhatsApp runs on the same device. */
export function ConnectStep({ facts, hasSandbox }: { facts: Facts; hasSandbox: boolean }) {
  const { connections, queues } = facts;
  const { company } = useDeskUser();
  const { linkUp } = useSyncStatus();
  const { data: isMetaSetUp } = useIsMetaSetUp();
  const [channel, setChannel] = useState<Channel>("whatsapp");
  const [linkingId, setLinkingId] = useState<string | null>(null);
  const close = useCallback(() => setLinkingId(null), []);
  const { busy, failure, call } = useCall();
  const byCode = useMedia("(width < 37.5rem)");
  const linking = connections.find(({ id }) => id === linkingId);

  async function handleConnect() {
    await call("connect", async () => {
      if (channel !== "whatsapp") return goToLogin(channel === "instagram");
      const waiting = connections.find((one) => one.channel === "whatsapp" && one.firstConnectedAt === null);
      if (waiting && isNeverConnected(waiting) && waiting.status !== "qrcode") await connectionCalls.newQr(waiting.id);
      setLinkingId(waiting?.id ?? (await create()));
    });
  }
  async function create(): Promise<string> {
    const name = company.name.slice(0, MAX_NAME);
    // A single queue needs no choice: the connection offers it.
    const queueIds = queues.length === 1 ? queues.map(({ id }) => id) : [];
    const response = await connectionCalls.create({ ...newConnection, name, queueIds });
    return v.parse(Created, await response.json()).id;
  }
  return (
    <div className="flex flex-col gap-3">
      <div className="grid gap-2 sm:grid-cols-3" role="radiogroup" aria-label={m.first_steps_channel()}>
        {offered.map((one) => (
          <ChannelChoice
            key={one}
            channel={one}
            isChosen={channel === one}
            isDisabled={one !== "whatsapp" && isMetaSetUp !== true}
            onChoose={() => setChannel(one)}
          />
        ))}
      </div>
      {isMetaSetUp === false && <p className="text-ink-3 text-xs">{m.error_meta_not_set_up()}</p>}
      {failure && (
        <p role="alert" className="text-danger-ink text-sm">
          {failure}
        </p>
      )}
      <div className="flex flex-wrap items-center gap-2 max-sm:flex-col max-sm:items-stretch">
        <Button
          kind="primary"
          size={byCode ? "large" : "normal"}
          icon={channel === "whatsapp" && (byCode ? <Smartphone size={16} /> : <QrCode size={16} />)}
          disabled={!linkUp}
          busy={busy !== null && connectLabel(channel, byCode)}
          onClick={() => void handleConnect()}
        >
          {connectLabel(channel, byCode)}
        </Button>
        {hasSandbox && <TestAreaLink>{m.first_steps_test_customer()}</TestAreaLink>}
      </div>
      {linking && <QrDialog connection={linking} byCodeFirst={byCode} onClose={close} />}
    </div>
  );
}

function connectLabel(channel: Channel, byCode: boolean): string {
  if (channel !== "whatsapp") return m.first_steps_connect_page({ channel: channelNames[channel] });
  return byCode ? m.first_steps_by_code() : m.first_steps_scan();
}

type ChannelChoiceProps = { channel: Channel; isChosen: boolean; isDisabled: boolean; onChoose: () => void };

function ChannelChoice({ channel, isChosen, isDisabled, onChoose }: ChannelChoiceProps) {
  return (
    <label
      className={classNames(
        "flex h-11 items-center gap-2.5 rounded-md px-3 text-sm has-focus-visible:outline-2 has-focus-visible:outline-focus",
        isChosen ? "bg-selected ring-[1.5px] ring-primary ring-inset" : "control-ring",
        isDisabled ? "text-ink-disabled" : "cursor-pointer hover:bg-hover",
      )}
    >
      <input
        type="radio"
        name="channel"
        className="sr-only"
        checked={isChosen}
        disabled={isDisabled}
        onChange={onChoose}
      />
      <ChannelGlyph name={channel} size={16} />
      {channelNames[channel]}
    </label>
  );
}
