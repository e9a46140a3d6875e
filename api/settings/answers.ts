import * as v from "valibot";
import { SEALED_VALUE, secretSettingRules, settingValues, TIME_ZONE_KEY } from "../../contracts/account/settings.ts";

const { campaignsEnabled: _, ...own } = settingValues;
const ownKeys = [...Object.keys(own), TIME_ZONE_KEY];
const secretKeys = Object.keys(secretSettingRules);

/** The keys that `PUT /settings/{key}` takes. */
export const changeableKeys = [...ownKeys, ...secretKeys];

const SettingText = v.pipe(
  v.string(),
  v.description(
    `Always a text. reopenWindowMinutes: minutes; timeZone: its IANA name. ${SEALED_VALUE}: an encrypted value is stored; '': none`,
  ),
);

/** A setting in a list. The server answers each stored key, so the keys are not a picklist. */
export const SettingAnswer = v.object({
  key: v.pipe(v.string(), v.description(`One of ${ownKeys.join(", ")}, campaignsEnabled`)),
  value: SettingText,
});

export const SettingListAnswer = v.array(
  v.object({
    ...SettingAnswer.entries,
    key: v.pipe(
      v.string(),
      v.description(`One of ${ownKeys.join(", ")}, campaignsEnabled; for admins also one of ${secretKeys.join(", ")}`),
    ),
  }),
);

export const ChangedSettingAnswer = v.object({ key: v.picklist(changeableKeys), value: SettingText });
