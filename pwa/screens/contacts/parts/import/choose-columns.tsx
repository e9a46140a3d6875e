import { useState } from "react";
import {
  type ImportColumns,
  type ImportView,
  otherNumbersColumn,
} from "../../../../../contracts/marketing/contact-imports.ts";
import { type GuessedColumns, guessColumns, headersOf } from "../../../../../contracts/marketing/import-head.ts";
import { m } from "../../../../i18n/paraglide/messages.js";
import { useCall } from "../../../../session/server-data/use-call.ts";
import { Button } from "../../../../ui/button.tsx";
import { Select } from "../../../../ui/fields/select.tsx";
import { Notice } from "../../../../ui/notice.tsx";
import { HeaderChoice } from "./header-choice.tsx";
import { HiddenRows } from "./hidden-rows.tsx";
import { importCalls } from "./import-calls.ts";
import { StepFoot, type StepProps } from "./import-steps.tsx";

/** Index that stands for no column. */
const NONE = -1;
const SAMPLE_SHOWN = 5;
type Chosen = { name: number | null; number: number | null; email: number; areaCode: number };

/** Lets the user map the columns; columns with a known header are already mapped. */
export function ChooseColumns({ view, onView }: StepProps) {
  const [headerRow, setHeaderRow] = useState(view.headerRow);
  const [chosen, choose] = useState<Chosen>(() => chosenOf(view.mapping ?? guessColumns(view.head, view.headerRow)));
  const { busy, failure, call } = useCall();
  const [withHidden, setWithHidden] = useState(view.withHidden);
  const { headers, sample, total, hidden } = withHeaders(view, headerRow, withHidden);
  const options = headers.map((header, value) => ({ value, label: columnName(sample, value, header) }));
  const { name, number, email, areaCode } = chosen;
  const taken = [name, number, email, areaCode].filter((column) => column !== null && column !== NONE);
  const isSame = new Set(taken).size < taken.length;
  const mapping: ImportColumns | null =
    name === null || number === null || isSame
      ? null
      : {
          ...{ name, number, headerRow, ...(hidden > 0 && { withHidden }) },
          ...{ email: email === NONE ? null : email, areaCode: areaCode === NONE ? null : areaCode },
        };

  function handleHeaderRow(next: number) {
    setHeaderRow(next);
    choose(chosenOf(guessColumns(view.head, next)));
  }

  return (
    <>
      <p className="text-ink-2">{m.contacts_import_columns_text({ name: view.name, count: total })}</p>
      {failure && <Notice tone="danger">{failure}</Notice>}
      {otherNumbersColumn(view.headers) === null && (
        <HeaderChoice view={view} headerRow={headerRow} onChange={handleHeaderRow} />
      )}
      {hidden > 0 && <HiddenRows count={hidden} isTaken={withHidden} onChange={setWithHidden} />}
      <div className="grid gap-3 sm:grid-cols-2">
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
          label={m.numbers_area_code()}
          options={[{ value: NONE, label: m.numbers_import_no_area_column() }, ...options]}
          value={areaCode}
          onChange={(value) => choose({ ...chosen, areaCode: value })}
        />
        <Select
          label={m.contacts_col_email()}
          options={[{ value: NONE, label: m.contacts_import_no_email() }, ...options]}
          value={email}
          onChange={(value) => choose({ ...chosen, email: value })}
        />
      </div>
      <Sample sample={sample} chosen={chosen} />
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
          disabled={!mapping || total === 0}
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
const columnName = (sample: ImportView["sample"], place: number, header: string) =>
  header || m.contacts_import_column({ place: place + 1, example: sample[0]?.[place] ?? "" });

const chosenOf = ({ email = null, areaCode = null, ...needed }: Partial<GuessedColumns>): Chosen => ({
  ...{ name: needed.name ?? null, number: needed.number ?? null },
  ...{ email: email ?? NONE, areaCode: areaCode ?? NONE },
});

/** Returns headers, first people and counts of a file with another row of headers, with or without its hidden rows. */
function withHeaders(view: ImportView, headerRow: number, withHidden: boolean) {
  const { head, headers, headerRow: given, sample } = view;
  const upTo = (row: number, isHidden: boolean) =>
    head.filter((one) => one.rowNumber <= row && (one.isHidden ?? false) === isHidden).length;
  const moved = (isHidden: boolean) => upTo(given, isHidden) - upTo(headerRow, isHidden);
  const hidden = view.hidden + moved(true);
  const visible = view.total - (view.withHidden ? view.hidden : 0) + moved(false);
  const isAsGiven = headerRow === given && withHidden === view.withHidden;
  const people = head.filter((one) => one.rowNumber > headerRow && (withHidden || !one.isHidden));
  return {
    headers: headerRow === given ? headers : headersOf(head, headerRow, headers.length),
    sample: isAsGiven ? sample : people.slice(0, SAMPLE_SHOWN).map(({ cells }) => cells),
    total: visible + (withHidden ? hidden : 0),
    hidden,
  };
}

function Sample({ sample, chosen }: { sample: ImportView["sample"]; chosen: Chosen }) {
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
        {sample.map((cells) => (
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
