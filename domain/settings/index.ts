export { changeSetting } from "./change-setting.ts";
export { listSettings, publicSettings, readSetting, type Setting } from "./settings.ts";
