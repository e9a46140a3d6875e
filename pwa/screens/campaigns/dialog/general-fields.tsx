import { useMemo } from "react";
import { TIME_ZONE_KEY } from "../../../../contracts/account/settings.ts";
import { numberFormat } from "../../../i18n/number-format.ts";
import { m } from "../../../i18n/paraglide/messages.js";
import { zoneHint } from "../../../i18n/plan-zone.ts";
import { zoneName } from "../../../i18n/zone-name.ts";
import { useDirectory } from "../../../session/directory.tsx";
import { useSettings } from "../../../session/use-setting.ts";
import { Select, type SelectOption } from "../../../ui/fields/select.tsx";
import { TextField } from "../../../ui/fields/text-field.tsx";
import { type NamedList, useNamedLists } from "../../contact-lists/parts/list-calls.ts";
import type { Form } from "../../lists/index.ts";
import type { CampaignForm } from "../parts/campaign-form.ts";
import { ConnectionsField } from "./connections-field.tsx";

type FieldsProps = {
  form: Form<CampaignForm>;
  disabled: boolean;
  /** Its recipients are chosen and its start is past: list, tag and start time stay. */
  hasStarted: boolean;
};

/** No id of a list or tag is empty. */
const NONE = "";

export function GeneralFields({ form, disabled, hasStarted }: FieldsProps) {
  const { values, set, problems } = form;
  const { tags, connections } = useDirectory();
  const timeZone = useSettings()[TIME_ZONE_KEY];
  const lists = useNamedLists().data;
  const listOptions = useMemo(() => optionsOf(lists, values.listId), [lists, values.listId]);
  const row = "grid gap-3.5 sm:grid-cols-[minmax(0,1fr)_190px_210px]";
  return (
    <>
      <div className={row}>
        <TextField
          label={m.campaigns_name()}
          aria-required="true"
          autoFocus
          maxLength={50}
          disabled={disabled}
          {...form.text("name")}
        />
        <Select
          label={m.campaigns_confirmation()}
          disabled={disabled}
          options={[
            { value: "off", label: m.campaigns_confirmation_off() },
            { value: "on", label: m.campaigns_confirmation_on() },
          ]}
          value={values.confirmation ? "on" : "off"}
          onChange={(next) => set({ confirmation: next === "on" })}
        />
        <TextField
          type="datetime-local"
          label={m.campaigns_scheduled_at()}
          hint={zoneHint(timeZone, values.scheduledAt)}
          title={m.campaigns_scheduled_hint({ zone: zoneName(timeZone) })}
          disabled={disabled || hasStarted}
          {...form.text("scheduledAt")}
        />
      </div>
      <div className={row}>
        <Select
          label={m.campaigns_list()}
          disabled={disabled || hasStarted}
          options={listOptions}
          value={values.listId ?? NONE}
          onChange={(next) => set({ listId: next || null })}
          error={problems.listId}
        />
        <Select
          label={m.campaigns_tag()}
          disabled={disabled || hasStarted}
          options={[
            { value: NONE, label: m.campaigns_tag_none() },
            ...[...tags.values()].map(({ id, name }) => ({ value: id, label: name })),
          ]}
          value={values.tagId ?? NONE}
          onChange={(next) => set({ tagId: next || null })}
          error={problems.tagId}
        />
        <ConnectionsField
          connections={[...connections.values()]}
          value={values.connectionIds}
          onChange={(connectionIds) => set({ connectionIds })}
          disabled={disabled}
          error={problems.connectionIds}
        />
      </div>
    </>
  );
}

/** Returns the lists to choose from. Without an answer of the server, the chosen list has no name here. */
function optionsOf(lists: NamedList[] | null, chosen: string | null): SelectOption<string>[] {
  const known = (lists ?? []).map(({ id, name, contactsCount }) => ({
    value: id,
    label:
      contactsCount === undefined
        ? name
        : m.campaigns_list_count({ name, count: contactsCount, shown: numberFormat(contactsCount) }),
  }));
  const isKnown = chosen === null || known.some(({ value }) => value === chosen);
  return [
    { value: NONE, label: m.campaigns_list_none() },
    ...known,
    ...(isKnown ? [] : [{ value: chosen, label: m.lists_on_server() }]),
  ];
}
