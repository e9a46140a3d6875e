import { Disclosure, DisclosureButton, DisclosurePanel } from "@headlessui/react";
import { useNavigate } from "@tanstack/react-router";
import { ChevronDown, Keyboard } from "lucide-react";
import * as v from "valibot";
import { m } from "../../i18n/paraglide/messages.js";
import { useServerData } from "../../session/server-data/use-server-data.ts";
import { openLayer } from "../../shell/layers.ts";
import { usePage } from "../../shell/page.ts";
import { Button } from "../../ui/button.tsx";
import { usePhone } from "../../ui/hooks/use-phone.ts";
import { EmptyState } from "../../ui/lists/empty-state.tsx";
import { PageBody, PageHead } from "../../ui/page-head.tsx";
import { LastSeenNotice, NotRead } from "../lists/index.ts";
import { FirstStepsBack } from "./first-steps-back.tsx";
import { HelpVideo } from "./help-video.tsx";

const Helps = v.array(v.object({ id: v.string(), title: v.string(), description: v.string(), video: v.string() }));
type Help = v.InferOutput<typeof Helps>[number];
const read = (answer: unknown) => v.parse(Helps, answer);

/** Lists the platform's videos. YouTube receives no request before the user plays one. */
export function HelpsScreen() {
  usePage(m.helps_title());
  const answer = useServerData("/helps/list", read, { remember: true });
  const { data } = answer;
  return (
    <PageBody>
      <PageHead title={m.helps_title()} count={data && data.length > 0 ? String(data.length) : null} />
      <FirstStepsBack />
      <LastSeenNotice data={answer} className="mb-3.5 max-w-3xl" />
      {data && data.length > 0 && (
        <div className="line-ring max-w-3xl rounded-lg">
          {data.map((help) => (
            <HelpItem key={help.id} help={help} />
          ))}
        </div>
      )}
      {data?.length === 0 && (
        <EmptyState art="plant" title={m.helps_empty_title()} actions={<OtherHelp />}>
          {m.helps_empty_text()}
        </EmptyState>
      )}
      {!data && <NotRead data={answer} offlineTitle={m.helps_offline_title()} offlineText={m.helps_offline_text()} />}
    </PageBody>
  );
}

/** Links to the list of shortcuts where the device has a keyboard, elsewhere back to the tickets. */
function OtherHelp() {
  const isPhone = usePhone();
  const navigate = useNavigate();
  if (isPhone) return <Button onClick={() => void navigate({ to: "/tickets" })}>{m.helps_to_tickets()}</Button>;
  return (
    <Button icon={<Keyboard aria-hidden="true" size={16} />} onClick={() => openLayer("shortcuts")}>
      {m.keys_title()}
    </Button>
  );
}

function HelpItem({ help }: { help: Help }) {
  return (
    <Disclosure as="section" className="border-line not-last:border-b">
      <h2>
        <DisclosureButton className="group flex min-h-12 w-full items-center gap-3 px-4 py-2 text-left font-medium text-sm hover:bg-hover">
          <span className="min-w-0 flex-1">{help.title}</span>
          <ChevronDown
            aria-hidden="true"
            size={16}
            className="shrink-0 text-ink-3 transition-transform duration-fast group-data-open:rotate-180"
          />
        </DisclosureButton>
      </h2>
      <DisclosurePanel className="flex flex-col items-start gap-3 px-4 pb-4">
        {help.description && <p className="whitespace-pre-line text-ink-2 text-sm">{help.description}</p>}
        <HelpVideo title={help.title} code={help.video} />
      </DisclosurePanel>
    </Disclosure>
  );
}
