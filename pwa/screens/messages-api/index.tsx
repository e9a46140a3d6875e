import { WifiOff } from "lucide-react";
import { useState } from "react";
import { m } from "../../i18n/paraglide/messages.js";
import { useSyncStatus } from "../../session/desk.tsx";
import { usePage } from "../../shell/page.ts";
import { Notice } from "../../ui/notice.tsx";
import { PageBody, PageHead } from "../../ui/page-head.tsx";
import { Tabs } from "../../ui/tabs.tsx";
import { Reference } from "./reference.tsx";
import type { Receiver } from "./send-test.ts";
import { TestForm } from "./test-form.tsx";

type Kind = "text" | "media";

/** Documents how other programs send through a connection, with two forms that test it, one at a time. */
export function MessagesApiScreen() {
  usePage(m.messages_api_title());
  const { linkUp } = useSyncStatus();
  const [kind, setKind] = useState<Kind>("text");
  // Both forms use the same token and number.
  const [receiver, setReceiver] = useState<Receiver>({ token: "", number: "" });
  const change = (part: Partial<Receiver>) => setReceiver((before) => ({ ...before, ...part }));
  const forms = { receiver, onReceiver: change, disabled: !linkUp };
  return (
    <PageBody>
      <PageHead title={m.messages_api_title()} />
      {!linkUp && (
        <Notice tone="warn" icon={<WifiOff aria-hidden="true" size={16} />} className="mb-3.5">
          {m.messages_api_offline()}
        </Notice>
      )}
      <div className="flex items-start gap-8 max-lg:flex-col">
        <Reference />
        <div className="flex w-full shrink-0 flex-col gap-4 lg:w-96">
          <Tabs
            label={m.messages_api_test()}
            items={[
              { id: "text", label: m.messages_api_test_text() },
              { id: "media", label: m.messages_api_test_media() },
            ]}
            value={kind}
            onChange={setKind}
          >
            <TestForm key={kind} kind={kind} {...forms} />
          </Tabs>
        </div>
      </div>
    </PageBody>
  );
}
