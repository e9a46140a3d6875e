import { useNavigate } from "@tanstack/react-router";
import { Clock, Lock, Plus, WifiOff } from "lucide-react";
import { useState } from "react";
import { m } from "../../i18n/paraglide/messages.js";
import { useCan, useSyncStatus } from "../../session/desk.tsx";
import { usePage } from "../../shell/page.ts";
import { Button } from "../../ui/button.tsx";
import { usePhone } from "../../ui/hooks/use-phone.ts";
import { IconButton } from "../../ui/icon-button.tsx";
import { BottomSheet } from "../../ui/layers/bottom-sheet.tsx";
import { EmptyState } from "../../ui/lists/empty-state.tsx";
import { Notice } from "../../ui/notice.tsx";
import { useAiState } from "./parts/use-ai-state.ts";
import { PromptField } from "./prompt-field.tsx";
import { TalkList } from "./talk-list.tsx";
import { TalkView } from "./talk-view.tsx";
import { useTalk } from "./use-talk.ts";

/** Generates texts with AI. The history is kept on this device only. */
export function AiTextScreen() {
  usePage(m.ai_title());
  const isPhone = usePhone();
  const talking = useTalk();
  const { state, host } = useAiState();
  const { linkUp } = useSyncStatus();
  const [showsHistory, setShowsHistory] = useState(false);
  const isOff = state !== "on";
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <div className="flex h-12 shrink-0 items-center gap-3 border-line border-b px-5 max-sm:h-11 max-sm:px-3">
        <h1 className="flex-1 text-xl max-sm:sr-only">{m.ai_title()}</h1>
        <span className="flex flex-1 items-center justify-end gap-1.5 text-ink-3 text-sm max-sm:justify-start">
          <Lock aria-hidden="true" size={14} />
          {m.ai_private()}
        </span>
        {isPhone && (
          <>
            <IconButton label={m.ai_new()} icon={<Plus size={20} />} onClick={() => talking.open(null)} />
            <IconButton label={m.ai_history()} icon={<Clock size={20} />} onClick={() => setShowsHistory(true)} />
          </>
        )}
      </div>
      <div className="flex min-h-0 flex-1">
        {!isPhone && (
          <div className="flex w-70 shrink-0 flex-col border-line border-r">
            <TalkList talking={talking} onOpen={talking.open} />
          </div>
        )}
        <div className="flex min-w-0 flex-1 flex-col bg-chat">
          {!linkUp && (
            <Notice tone="warn" icon={<WifiOff aria-hidden="true" size={16} />} className="m-3 mb-0">
              {m.ai_offline()}
            </Notice>
          )}
          {isOff && !talking.talk ? (
            <AiOff isUnset={state === "unset"} />
          ) : (
            <TalkView talking={talking} canAsk={linkUp && !isOff} />
          )}
          {isOff && talking.talk && (
            <Notice tone="warn" className="m-3">
              {offWords(state === "unset")}
            </Notice>
          )}
          <PromptField talking={talking} host={host} disabled={isOff || !linkUp} />
        </div>
      </div>
      {isPhone && (
        <BottomSheet open={showsHistory} onClose={() => setShowsHistory(false)} title={m.ai_history()}>
          <TalkList
            talking={talking}
            onOpen={(id) => {
              talking.open(id);
              setShowsHistory(false);
            }}
          />
        </BottomSheet>
      )}
    </div>
  );
}

const offWords = (isUnset: boolean) => (isUnset ? m.error_ai_not_set_up() : m.error_ai_off());

function AiOff({ isUnset }: { isUnset: boolean }) {
  const navigate = useNavigate();
  const canChange = useCan("manageSettings");
  const toSettings = <Button onClick={() => void navigate({ to: "/settings" })}>{m.ai_to_settings()}</Button>;
  return (
    <EmptyState art="plant" title={m.ai_off_title()} actions={canChange && toSettings}>
      {offWords(isUnset)}
    </EmptyState>
  );
}
