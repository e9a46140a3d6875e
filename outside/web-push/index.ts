export { isPushEndpoint } from "./push-hosts.ts";
export {
  deliverPush,
  generateVapidKeys,
  PUSH_CONTACT,
  type PushOptions,
  type PushOutcome,
  type VapidKeys,
} from "./push-service.ts";
