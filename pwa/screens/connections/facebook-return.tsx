import { Link, useNavigate } from "@tanstack/react-router";
import { useEffect, useRef, useState } from "react";
import { m } from "../../i18n/paraglide/messages.js";
import { failureText } from "../../session/failure-text.ts";
import { useCall } from "../../session/server-data/use-call.ts";
import { usePage } from "../../shell/page.ts";
import { Button } from "../../ui/button.tsx";
import { Skeleton } from "../../ui/lists/skeleton.tsx";
import { Notice } from "../../ui/notice.tsx";
import { PageBody, PageHead } from "../../ui/page-head.tsx";
import { toast } from "../../ui/toasts/toast.tsx";
import { connectionCalls } from "./parts/connection-calls.ts";
import { goToLoginAgain } from "./parts/meta-login.ts";

/** The query parameters with which Meta's login returns. */
export type LoginAnswer = { code?: string; state?: string; error?: string };

type Outcome = { tone: "warn" | "danger"; words: string };

/** Handles the return from Meta's login: sends its code to the server and opens the connections. */
export function FacebookReturn({ answer }: { answer: LoginAnswer }) {
  usePage(m.connections_title());
  const navigate = useNavigate();
  const [first] = useState(answer);
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const hasBegun = useRef(false);
  useEffect(() => {
    // A code is valid once.
    if (hasBegun.current) return;
    hasBegun.current = true;
    async function finish() {
      // Removes the code from the browser history.
      await navigate({ to: "/connections/facebook", search: {}, replace: true });
      if (!first.code || !first.state) return setOutcome({ tone: "warn", words: m.connections_meta_cancelled() });
      try {
        const { names, elsewhere } = await connectionCalls.linkPages(first.code, first.state);
        toast.success(m.connections_meta_linked({ names: names.join(", ") }));
        if (elsewhere.length === 0) return await navigate({ to: "/connections", replace: true });
        setOutcome({ tone: "warn", words: m.connections_meta_some_elsewhere({ names: elsewhere.join(", ") }) });
      } catch (error) {
        setOutcome({ tone: "danger", words: failureText(error) });
      }
    }
    void finish();
  }, [first, navigate]);
  return (
    <PageBody>
      <PageHead title={m.connections_title()} />
      {outcome ? (
        <Ended outcome={outcome} />
      ) : (
        <div role="status" className="flex flex-col gap-3">
          <p className="text-ink-2">{m.connections_meta_linking()}</p>
          <Skeleton className="h-24 w-full" />
        </div>
      )}
    </PageBody>
  );
}

function Ended({ outcome }: { outcome: Outcome }) {
  const { busy, failure, call } = useCall();
  return (
    <div role="alert" className="flex max-w-160 flex-col items-start gap-4">
      <Notice tone={outcome.tone} className="w-full">
        {failure ?? outcome.words}
      </Notice>
      <div className="flex flex-wrap gap-2">
        <Button
          kind="primary"
          busy={busy !== null && m.connections_meta_again()}
          onClick={() => void call("login", goToLoginAgain)}
        >
          {m.connections_meta_again()}
        </Button>
        <Link
          to="/connections"
          replace
          className="line-ring inline-flex h-8 items-center rounded-sm px-3 font-medium text-sm hover:bg-hover touch:h-11"
        >
          {m.connections_meta_back()}
        </Link>
      </div>
    </div>
  );
}
