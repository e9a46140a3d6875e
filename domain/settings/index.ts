export { publicSettings, readSetting, type SettingKey, secretSettingKeys, settingDefaults } from "./settings.ts";
