import { useState } from "react";
import { pendingBeforeSignOut, signOut } from "../../session/session.ts";
import { lazyPart, OnDemand } from "../../ui/on-demand.tsx";

const SignOutQuestion = lazyPart(async () => (await import("./sign-out-question.tsx")).SignOutQuestion);

/** Returns the sign-out function; it asks first while actions are stored only on this device. */
export function useSignOut() {
  const [waiting, setWaiting] = useState(0);
  async function ask() {
    const count = await pendingBeforeSignOut();
    if (count > 0) setWaiting(count);
    else await signOut();
  }
  const question = (
    <OnDemand open={waiting > 0}>
      <SignOutQuestion
        waiting={waiting}
        onClose={() => setWaiting(0)}
        onConfirm={() => {
          setWaiting(0);
          void signOut();
        }}
      />
    </OnDemand>
  );
  return { ask: () => void ask(), question };
}
