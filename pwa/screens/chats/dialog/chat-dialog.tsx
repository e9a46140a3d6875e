import { useNavigate } from "@tanstack/react-router";
import { CircleAlert } from "lucide-react";
import { useState } from "react";
import { MAX_CHAT_TITLE } from "../../../../contracts/office/chats.ts";
import type { ChatView } from "../../../../sync/client/index.ts";
import { m } from "../../../i18n/paraglide/messages.js";
import { useCommand, useDeskUser, useSyncStatus } from "../../../session/desk.tsx";
import { useKeptValues } from "../../../session/use-form-draft.ts";
import { Button } from "../../../ui/button.tsx";
import { LeaveButton } from "../../../ui/fields/kept-form.tsx";
import { TextField } from "../../../ui/fields/text-field.tsx";
import { Dialog } from "../../../ui/layers/dialog.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { MemberPicker } from "./member-picker.tsx";

type ChatDialogProps = {
  /** Null: a new chat. */
  chat: ChatView | null;
  onClose: () => void;
};

/** Creates a chat or changes its title and members; works without a network. */
export function ChatDialog({ chat, onClose }: ChatDialogProps) {
  const { linkUp } = useSyncStatus();
  const { before, title, setTitle, chosen, setChosen, kept, save } = useChatForm(chat, onClose);
  const [isChecked, setChecked] = useState(false);
  const isMissing = isChecked && chosen.size === 0;
  return (
    <Dialog
      open
      onClose={onClose}
      title={m.chats_dialog_title()}
      kept={kept}
      footer={
        <>
          <LeaveButton kept={kept} onClose={onClose} />
          <Button
            kind="primary"
            onClick={() => {
              setChecked(true);
              if (chosen.size > 0) void save();
            }}
          >
            {m.ui_save()}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <TextField
          label={m.chats_dialog_name()}
          hint={m.chats_dialog_name_hint()}
          autoFocus
          maxLength={MAX_CHAT_TITLE}
          value={title}
          onChange={(event) => setTitle(event.target.value)}
        />
        <MemberPicker present={before} chosen={chosen} onChange={setChosen} />
        {isMissing && (
          <p role="alert" className="flex items-center gap-1.25 text-danger-ink text-xs">
            <CircleAlert aria-hidden="true" size={13} className="shrink-0" />
            {m.error_chat_without_members()}
          </p>
        )}
        {!linkUp && !chat && <Notice tone="warn">{m.chats_dialog_offline()}</Notice>}
      </div>
    </Dialog>
  );
}

function useChatForm(chat: ChatView | null, onClose: () => void) {
  const user = useDeskUser();
  const send = useCommand();
  const navigate = useNavigate();
  // As it was when the dialog opened: only what the owner changes is sent, and changes from elsewhere stay.
  const [before] = useState(() => (chat?.members ?? []).filter(({ userId }) => userId !== user.id));
  const { values, set, kept, forget } = useKeptValues(`chat:${chat?.id ?? "new"}`, () => ({
    title: chat?.title ?? "",
    members: before.map(({ userId }) => userId),
  }));
  const { title } = values;
  const chosen: ReadonlySet<string> = new Set(values.members);
  const add = [...chosen].filter((id) => !before.some(({ userId }) => userId === id));
  const remove = before.map(({ userId }) => userId).filter((id) => !chosen.has(id));
  const hasTitle = title.trim() !== (chat?.title ?? "");
  const isDirty = hasTitle || add.length > 0 || remove.length > 0;

  async function save() {
    if (!chat) {
      const chatId = await send("chat.create", { title: title.trim(), userIds: [...chosen] });
      forget();
      onClose();
      return navigate({ to: "/chats/$chatId", params: { chatId } });
    }
    forget();
    onClose();
    if (isDirty) await send("chat.update", { chatId: chat.id, ...(hasTitle && { title: title.trim() }), add, remove });
  }
  return {
    before,
    title,
    setTitle: (next: string) => set({ title: next }),
    chosen,
    setChosen: (next: ReadonlySet<string>) => set({ members: [...next] }),
    kept,
    save,
  };
}
