export { ConfigError } from "./config-error.ts";
export { keepFilesPrivate } from "./private-files.ts";
export { isLoopback, refusePublicSandbox } from "./reach.ts";
export { readAddress } from "./read-address.ts";
export { readGroup } from "./read-group.ts";
export { readSwitch } from "./read-switch.ts";
export { readSecretKey, readSecretKeys } from "./secret-key.ts";
