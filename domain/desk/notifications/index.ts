export { loadPushKeys } from "./push-keys.ts";

export { type PushDeps, sendPushes } from "./send-pushes.ts";
export {
  changePushSwitches,
  endSubscriptionElsewhere,
  pushState,
  subscribePush,
  unsubscribePush,
} from "./subscriptions.ts";
export { testPush } from "./test-push.ts";
