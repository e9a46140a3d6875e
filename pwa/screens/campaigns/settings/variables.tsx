import { Plus, Trash2 } from "lucide-react";
import { type FormEvent, useState } from "react";
import type { CampaignVariable } from "../../../../contracts/marketing/campaigns.ts";
import { m } from "../../../i18n/paraglide/messages.js";
import { Button } from "../../../ui/button.tsx";
import { TextField } from "../../../ui/fields/text-field.tsx";
import { IconButton } from "../../../ui/icon-button.tsx";
import { ConfirmDialog } from "../../../ui/layers/dialog.tsx";
import { variableProblem } from "./variable-problem.ts";

type VariablesProps = {
  variables: CampaignVariable[];
  onChange: (variables: CampaignVariable[]) => void;
  disabled: boolean;
};

const MAX_VALUE = 1_000;
const braced = (key: string) => `{${key}}`;

/** Edits the company's own variables. */
export function Variables({ variables, onChange, disabled }: VariablesProps) {
  const [deleted, setDeleted] = useState<string | null>(null);
  return (
    <section aria-labelledby="campaign-variables" className="flex flex-col gap-3">
      <div>
        <h2 id="campaign-variables" className="font-semibold text-lg">
          {m.campaigns_settings_variables()}
        </h2>
        <p className="text-ink-3 text-xs">{m.campaigns_settings_variables_text({ example: braced("desconto") })}</p>
      </div>
      <AddVariable variables={variables} onAdd={(added) => onChange([...variables, added])} disabled={disabled} />
      {variables.length === 0 ? (
        <p className="text-ink-3 text-sm">{m.campaigns_settings_no_variables()}</p>
      ) : (
        <table className="line-ring w-full border-separate border-spacing-0 rounded-lg p-px text-sm">
          <thead>
            <tr className="[&>th]:border-line [&>th]:border-b [&>th]:bg-sunken [&>th]:px-3 [&>th]:py-2 [&>th]:text-left [&>th]:font-medium [&>th]:text-ink-3 [&>th]:text-xs">
              <th scope="col" className="w-44 rounded-tl-lg max-sm:w-32">
                {m.campaigns_settings_key()}
              </th>
              <th scope="col">{m.campaigns_settings_value()}</th>
              <th scope="col" className="w-14 rounded-tr-lg">
                <span className="sr-only">{m.lists_col_actions()}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {variables.map(({ key, value }) => (
              <tr key={key} className="group">
                <th
                  scope="row"
                  className="border-line px-3 py-1.5 text-left font-medium group-not-last:border-b [overflow-wrap:anywhere]"
                >
                  {braced(key)}
                </th>
                <td className="border-line px-3 py-1.5 group-not-last:border-b">
                  <TextField
                    label={m.campaigns_settings_edit_value({ key: braced(key) })}
                    hideLabel
                    value={value}
                    maxLength={MAX_VALUE}
                    disabled={disabled}
                    onChange={(event) =>
                      onChange(variables.map((one) => (one.key === key ? { key, value: event.target.value } : one)))
                    }
                  />
                </td>
                <td className="border-line px-2 py-1.5 text-right group-not-last:border-b">
                  <IconButton
                    label={m.campaigns_settings_delete_of({ key: braced(key) })}
                    icon={<Trash2 size={16} />}
                    disabled={disabled}
                    onClick={() => setDeleted(key)}
                  />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {deleted !== null && (
        <ConfirmDialog
          open
          title={m.lists_delete_title({ name: braced(deleted) })}
          confirmLabel={m.ui_delete()}
          onClose={() => setDeleted(null)}
          onConfirm={() => {
            onChange(variables.filter(({ key }) => key !== deleted));
            setDeleted(null);
          }}
        >
          {m.ui_delete_question()}
        </ConfirmDialog>
      )}
    </section>
  );
}

type AddVariableProps = {
  variables: CampaignVariable[];
  onAdd: (added: CampaignVariable) => void;
  disabled: boolean;
};

function AddVariable({ variables, onAdd, disabled }: AddVariableProps) {
  const [key, setKey] = useState("");
  const [value, setValue] = useState("");
  const [problem, setProblem] = useState<string | null>(null);
  function handleAdd(event: FormEvent) {
    event.preventDefault();
    const added = { key: key.trim().replace(/^\{(.*)\}$/, "$1"), value };
    const found = variableProblem(added, variables);
    setProblem(found);
    if (found) return;
    onAdd(added);
    setKey("");
    setValue("");
  }
  return (
    <form onSubmit={handleAdd} className="flex flex-wrap items-start gap-2">
      <TextField
        label={m.campaigns_settings_key()}
        value={key}
        maxLength={50}
        disabled={disabled}
        error={problem}
        autoComplete="off"
        onChange={(event) => {
          setKey(event.target.value);
          setProblem(null);
        }}
        className="w-44 max-sm:w-full"
      />
      <TextField
        label={m.campaigns_settings_value()}
        value={value}
        maxLength={MAX_VALUE}
        disabled={disabled}
        autoComplete="off"
        onChange={(event) => setValue(event.target.value)}
        className="min-w-40 flex-1"
      />
      <Button type="submit" icon={<Plus aria-hidden="true" size={15} />} disabled={disabled} className="mt-5.25">
        {m.campaigns_settings_add()}
      </Button>
    </form>
  );
}
