import { Copy, ExternalLink, Package, Phone, QrCode } from "lucide-react";
import type { ReactNode } from "react";
import type { Action, BodyPart, PixKind } from "../../../contracts/desk/bodies/action-text.ts";
import { m } from "../../i18n/paraglide/messages.js";
import { IconButton } from "../../ui/icon-button.tsx";
import { toast } from "../../ui/toasts/toast.tsx";
import { MessageBody } from "../text/message-body.tsx";

/** Shows a text with the links, numbers, codes and Pix keys that belong to it, each with what is done with it. */
export function ActionCard({ parts }: { parts: readonly BodyPart[] }) {
  return (
    <div className="flex w-64 max-w-full flex-col gap-1.5">
      {withKeys(parts).map(({ key, part }) =>
        typeof part === "string" ? (
          <div key={key} dir="auto">
            <MessageBody body={part} />
          </div>
        ) : (
          <ActionRow key={key} action={part} />
        ),
      )}
    </div>
  );
}

/** The order of a message's parts never changes, so the index is a stable key. */
const withKeys = (parts: readonly BodyPart[]) => parts.map((part, place) => ({ part, key: String(place) }));

function ActionRow({ action }: { action: Action }) {
  switch (action.kind) {
    case "link":
      return (
        <a href={action.url} target="_blank" rel="noreferrer noopener" className={rowLook} title={action.url}>
          <ExternalLink aria-hidden="true" size={15} className="shrink-0" />
          <Words label={action.label} value={action.url} />
        </a>
      );
    case "call":
      return (
        <CopyRow what={action.label} value={action.number}>
          <a
            href={`tel:${action.number.replace(/[^\d+]/g, "")}`}
            aria-label={m.tickets_action_call({ number: action.number })}
            className="flex min-w-0 flex-1 items-center gap-2 text-bubble-link touch:min-h-11"
          >
            <Phone aria-hidden="true" size={15} className="shrink-0" />
            <Words label={action.label} value={action.number} />
          </a>
        </CopyRow>
      );
    case "copy":
      return (
        <CopyRow what={action.label} value={action.code}>
          <Words label={action.label} value={action.code} />
        </CopyRow>
      );
    case "pix":
      return (
        <CopyRow what={pixLabels[action.pix]()} value={action.key}>
          <QrCode aria-hidden="true" size={15} className="shrink-0" />
          <Words label={pixLabels[action.pix]()} value={action.key} />
        </CopyRow>
      );
    case "items":
      return (
        <span className="flex items-center gap-2">
          <Package aria-hidden="true" size={15} className="shrink-0 opacity-70" />
          {m.tickets_order_items({ count: action.count })}
        </span>
      );
  }
}

const pixLabels: Record<PixKind, () => string> = {
  email: m.tickets_pix_email,
  phone: m.tickets_pix_phone,
  cpf: m.tickets_pix_cpf,
  cnpj: m.tickets_pix_cnpj,
  random: m.tickets_pix_random,
  code: m.tickets_pix_code,
};

const rowLook =
  "flex min-h-9 min-w-0 items-center gap-2 rounded-md bg-current/8 px-2 py-1 text-bubble-link text-sm touch:min-h-11";

/** The value is what a tap opens or copies: it is shown as it is, without formatting marks. */
function Words({ label, value }: { label: string; value: string }) {
  return (
    <span className="min-w-0 flex-1">
      <b dir="auto" className="block font-medium leading-4.5">
        {label}
      </b>
      <span dir="ltr" className="line-clamp-3 block text-start text-xs opacity-85 [overflow-wrap:anywhere]">
        {value}
      </span>
    </span>
  );
}

export function CopyRow({ what, value, children }: { what: string; value: string; children: ReactNode }) {
  async function handleCopy() {
    await navigator.clipboard.writeText(value);
    toast.success(m.tickets_action_copied());
  }
  return (
    <span className="flex min-h-9 items-center gap-2 rounded-md bg-current/8 py-1 pr-1 pl-2 text-sm touch:min-h-11">
      {children}
      <IconButton
        size="small"
        className="touch:size-11"
        label={m.tickets_action_copy({ what: `${what} ${value}`.trim() })}
        icon={<Copy size={15} />}
        onClick={() => void handleCopy()}
      />
    </span>
  );
}
