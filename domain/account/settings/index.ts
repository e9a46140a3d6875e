export { changeSetting, saveCampaignsEnabled } from "./change-setting.ts";
export { insertDefaultSettings } from "./insert-default-settings.ts";
export { phoneHome } from "./phone-home.ts";
export { openSetting, openSettingsBox, resealSettings, sealPlainSettings } from "./sealed-settings.ts";
export {
  listSettings,
  publicSettings,
  readSetting,
  type Setting,
  type Settings,
  secretSettings,
  settingsColumn,
  withDefaults,
} from "./settings.ts";
