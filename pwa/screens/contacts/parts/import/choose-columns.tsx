import { useState } from "react";
import { guessMapping, type ImportMapping, type ImportView } from "../../../../../sync/contracts/contact-imports.ts";
import { m } from "../../../../i18n/paraglide/messages.js";
import { useCall } from "../../../../session/use-call.ts";
import { Button } from "../../../../ui/button.tsx";
import { Notice } from "../../../../ui/notice.tsx";
import { Select } from "../../../../ui/select.tsx";
import { importCalls } from "./import-calls.ts";
import { StepFoot, type StepProps } from "./import-steps.tsx";

/** Index that stands for no column. */
const NONE = -1;
type Chosen = { name: number | null; number: number | null; email: number };

/** Lets the user map the columns; columns with a known header are already mapped. */
export function ChooseColumns({ view, onView }: StepProps) {
  const [chosen, choose] = useState<Chosen>(() => {
    const { email, ...needed } = view.mapping ?? guessMapping(view.headers);
    return { ...needed, email: email ?? NONE };
  });
  const { busy, failure, call } = useCall();
  const options = view.headers.map((header, value) => ({ value, label: columnName(view, value, header) }));
  const { name, number, email } = chosen;
  const isSame = name !== null && number !== null && new Set([name, number, email]).size < 3;
  const mapping: ImportMapping | null =
    name === null || number === null || isSame ? null : { name, number, email: email === NONE ? null : email };

  return (
    <>
      <p className="text-ink-2">{m.contacts_import_columns_text({ name: view.name, count: view.total })}</p>
      {failure && <Notice tone="danger">{failure}</Notice>}
      <div className="grid gap-3 sm:grid-cols-3">
        <Select
          label={m.contacts_col_name()}
          options={options}
          value={name}
          onChange={(value) => choose({ ...chosen, name: value })}
        />
        <Select
          label={m.contacts_import_number()}
          options={options}
          value={number}
          onChange={(value) => choose({ ...chosen, number: value })}
        />
        <Select
          label={m.contacts_col_email()}
          options={[{ value: NONE, label: m.contacts_import_no_email() }, ...options]}
          value={email}
          onChange={(value) => choose({ ...chosen, email: value })}
        />
      </div>
      <Sample view={view} chosen={chosen} />
      {isSame && <p className="text-danger-ink text-xs">{m.contacts_import_same_column()}</p>}
      <StepFoot>
        <Button
          disabled={busy !== null}
          onClick={() =>
            void call("remove", async () => {
              await importCalls.remove(view.id);
              onView(null);
            })
          }
        >
          {m.contacts_import_other_file()}
        </Button>
        <Button
          kind="primary"
          disabled={!mapping}
          title={mapping ? undefined : m.contacts_import_choose_both()}
          busy={busy === "map" && m.ui_loading()}
          onClick={() => mapping && void call("map", async () => onView(await importCalls.map(view.id, mapping)))}
        >
          {m.contacts_import_check()}
        </Button>
      </StepFoot>
    </>
  );
}

/** Returns a column's header, or its position and an example value if it has none. */
const columnName = (view: ImportView, place: number, header: string) =>
  header || m.contacts_import_column({ place: place + 1, example: view.sample[0]?.[place] ?? "" });

function Sample({ view, chosen }: { view: ImportView; chosen: Chosen }) {
  const columns = [chosen.name, chosen.number, chosen.email];
  const heads = [m.contacts_col_name(), m.contacts_import_number(), m.contacts_col_email()];
  return (
    <table aria-label={m.contacts_import_sample()} className="line-ring w-full table-fixed rounded-lg text-sm">
      <thead>
        <tr className="text-left text-ink-3 text-xs">
          {heads.map((head) => (
            <th key={head} scope="col" className="px-3 py-2 font-medium">
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {view.sample.map((cells) => (
          <tr key={cells.join("\u0000")} className="border-line border-t">
            {heads.map((head, place) => (
              <td key={head} className="truncate px-3 py-1.5">
                {cells[columns[place] ?? NONE] || "—"}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
