import { Check, CircleDashed, X } from "lucide-react";
import { useEffect, useState } from "react";
import type { PushState, PushSwitches } from "../../../contracts/desk/notifications.ts";
import { m } from "../../i18n/paraglide/messages.js";
import { ApiError, NetworkError } from "../../session/api-error.ts";
import { Button } from "../../ui/button.tsx";
import { Switch } from "../../ui/fields/toggles.tsx";
import { Dialog } from "../../ui/layers/dialog.tsx";
import { setShowsMessageText } from "./desktop.ts";
import {
  allowNotifications,
  canPush,
  findSubscription,
  readSwitches,
  subscribe,
  turnSwitches,
  unsubscribe,
} from "./push.ts";
import { type Chain, type ChainStep, chainSteps, type StepState, testChain } from "./test-chain.ts";
import { VolumeSlider } from "./volume-slider.tsx";

type SettingsProps = { open: boolean; onClose: () => void };

export function NotificationSettings({ open, onClose }: SettingsProps) {
  return (
    <Dialog open={open} onClose={onClose} title={m.notify_title()}>
      {open && <Settings />}
    </Dialog>
  );
}

function Settings() {
  const [state, setState] = useState<PushState | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [permission, setPermission] = useState(() => ("Notification" in window ? Notification.permission : "denied"));
  const online = whenOnline((text) => setProblem(text));

  useEffect(() => {
    void whenOnline(setProblem)(async () => setState(await withOwnDevice(await readSwitches())));
  }, []);

  const turn = (change: Partial<PushSwitches>) =>
    online(async () => {
      if (!state) return;
      const { isSubscribed: _, ...switches } = { ...state, ...change };
      setState({ ...state, ...change });
      if (change.preview !== undefined) setShowsMessageText(change.preview);
      if (change.device === true && !(await subscribeHere())) {
        setState(state);
        return setProblem(m.notify_device_failed());
      }
      if (change.device === false) await unsubscribe();
      setState(await withOwnDevice(await turnSwitches(switches)));
    });

  async function subscribeHere(): Promise<boolean> {
    const isAllowed = canPush() && (await allowNotifications());
    setPermission("Notification" in window ? Notification.permission : "denied");
    return isAllowed && subscribe();
  }

  return (
    <div className="flex flex-col gap-5">
      <section className="flex flex-col gap-2">
        <h3 className="font-semibold">{m.notify_desktop()}</h3>
        {permission === "default" ? (
          <Button
            className="self-start"
            onClick={async () => {
              await allowNotifications();
              setPermission(Notification.permission);
            }}
          >
            {m.notify_desktop_ask()}
          </Button>
        ) : (
          <p className="text-ink-2">{permission === "granted" ? m.notify_desktop_on() : m.notify_desktop_denied()}</p>
        )}
        <div className="flex items-center gap-3 text-ink-2">
          <span className="flex-1">{m.notify_volume()}</span>
          <VolumeSlider />
        </div>
      </section>
      {problem && (
        <p role="alert" className="rounded-md bg-warn-soft px-3 py-2 text-on-warn-soft">
          {problem}
        </p>
      )}
      {state && (
        <section className="flex flex-col gap-2">
          <Switch label={m.notify_device()} checked={state.device} onChange={(device) => void turn({ device })} />
          <h3 className="mt-2 font-semibold">{m.notify_everywhere()}</h3>
          <Switch label={m.notify_mine()} checked={state.mine} onChange={(mine) => void turn({ mine })} />
          <Switch label={m.notify_waiting()} checked={state.waiting} onChange={(waiting) => void turn({ waiting })} />
          <Switch label={m.notify_preview()} checked={state.preview} onChange={(preview) => void turn({ preview })} />
        </section>
      )}
      <ChainTest onProblem={setProblem} />
    </div>
  );
}

/** The switch is on only when both the server and the browser have the subscription. */
async function withOwnDevice(state: PushState): Promise<PushState> {
  const isHere = (await findSubscription()) !== null;
  return { ...state, device: state.device && state.isSubscribed && isHere };
}

function whenOnline(onProblem: (text: string | null) => void) {
  return async (work: () => Promise<void>) => {
    onProblem(null);
    try {
      await work();
    } catch (error) {
      if (!(error instanceof NetworkError) && !(error instanceof ApiError)) throw error;
      onProblem(m.notify_needs_network());
    }
  };
}

const stepWords: Record<ChainStep, () => string> = {
  permission: m.notify_step_permission,
  browser: m.notify_step_browser,
  key: m.notify_step_key,
  subscription: m.notify_step_subscription,
  switches: m.notify_step_switches,
  service: m.notify_step_service,
  shown: m.notify_step_shown,
};
const stateWords: Record<StepState, () => string> = {
  ok: m.notify_step_ok,
  failed: m.notify_step_failed,
  waiting: m.notify_step_waiting,
};
const stateIcons = { ok: Check, failed: X, waiting: CircleDashed };

function ChainTest({ onProblem }: { onProblem: (text: string | null) => void }) {
  const [chain, setChain] = useState<Chain>({});
  const [isTesting, setTesting] = useState(false);
  const walked = chainSteps.filter((step) => chain[step]);
  return (
    <section className="flex flex-col gap-2 border-line border-t pt-4">
      <Button
        className="self-start"
        busy={isTesting && m.notify_testing()}
        onClick={async () => {
          setTesting(true);
          await whenOnline(onProblem)(() => testChain(setChain));
          setTesting(false);
        }}
      >
        {m.notify_test()}
      </Button>
      <ol aria-live="polite" className="flex flex-col gap-1">
        {walked.map((step) => {
          const state = chain[step] ?? "waiting";
          const Icon = stateIcons[state];
          return (
            <li key={step} className="flex items-center gap-2">
              <Icon
                aria-hidden="true"
                size={16}
                className={state === "failed" ? "shrink-0 text-danger-ink" : "shrink-0 text-ink-2"}
              />
              <span className="min-w-0 flex-1">{stepWords[step]()}</span>
              <span className={state === "failed" ? "text-danger-ink" : "text-ink-3"}>{stateWords[state]()}</span>
            </li>
          );
        })}
      </ol>
    </section>
  );
}
