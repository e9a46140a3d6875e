export { isPushEndpoint } from "./push-hosts.ts";
export { loadPushKeys, type VapidKeys } from "./push-keys.ts";
export { PUSH_CONTACT, type PushOptions } from "./push-service.ts";
export { type PushDeps, sendPushes } from "./send-pushes.ts";
export {
  changePushSwitches,
  endSubscriptionElsewhere,
  pushState,
  subscribePush,
  unsubscribePush,
} from "./subscriptions.ts";
export { testPush } from "./test-push.ts";
