export { changeSetting } from "./change-setting.ts";
export {
  listSettings,
  publicSettings,
  readSetting,
  type Setting,
  type Settings,
  settingsColumn,
  withDefaults,
} from "./settings.ts";
