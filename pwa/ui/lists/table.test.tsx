import { screen, within } from "@testing-library/react";
import { useState } from "react";
import { expect, test, vi } from "vitest";
import { renderPart } from "../../testing/render.tsx";
import { Button } from "../button.tsx";
import { Table } from "./table.tsx";

type Person = { id: string; name: string; locked?: boolean };
const people: Person[] = [
  { id: "1", name: "Ana" },
  { id: "2", name: "Bia" },
  { id: "3", name: "Sistema", locked: true },
];
const columns = [{ id: "name", header: "Nome", cell: (row: Person) => row.name, isTitle: true }];

function Selectable({ onChange }: { onChange: (ids: string[]) => void }) {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  return (
    <Table
      label="Pessoas"
      columns={columns}
      rows={people}
      rowKey={(row) => row.id}
      selection={{
        ids,
        onChange: (next) => {
          setIds(next);
          onChange([...next].sort());
        },
        canSelect: (row) => !row.locked,
        label: (row) => `Selecionar ${row.name}`,
        allLabel: "Selecionar todas",
      }}
    />
  );
}

test("a table has a name, its headers and a row for each item", () => {
  renderPart(<Table label="Pessoas" columns={columns} rows={people} rowKey={(row) => row.id} />);
  const table = screen.getByRole("table", { name: "Pessoas" });
  expect(within(table).getByRole("columnheader", { name: "Nome" })).toBeInTheDocument();
  expect(within(table).getAllByRole("row")).toHaveLength(4);
});

test("a table row's action is called with its row", async () => {
  const onEdit = vi.fn();
  const { user } = renderPart(
    <Table
      label="Pessoas"
      columns={columns}
      rows={people}
      rowKey={(row) => row.id}
      actions={(row) => <Button onClick={() => onEdit(row.name)}>Editar</Button>}
    />,
  );
  const row = screen.getByRole("row", { name: /Bia/ });
  await user.click(within(row).getByRole("button", { name: "Editar" }));
  expect(onEdit).toHaveBeenCalledExactlyOnceWith("Bia");
});

test("the check box above a table selects every selectable row, and a second click none", async () => {
  const onChange = vi.fn();
  const { user } = renderPart(<Selectable onChange={onChange} />);
  const all = screen.getByRole("checkbox", { name: "Selecionar todas" });
  await user.click(all);
  expect(all).toBeChecked();
  expect(screen.queryByRole("checkbox", { name: "Selecionar Sistema" })).not.toBeInTheDocument();
  await user.click(all);
  expect(onChange.mock.calls).toEqual([[["1", "2"]], [[]]]);
});

test("table rows are selected one by one, and the check box above follows", async () => {
  const onChange = vi.fn();
  const { user } = renderPart(<Selectable onChange={onChange} />);
  await user.click(screen.getByRole("checkbox", { name: "Selecionar Ana" }));
  const all = screen.getByRole("checkbox", { name: "Selecionar todas" });
  expect(all).not.toBeChecked();
  await user.click(screen.getByRole("checkbox", { name: "Selecionar Bia" }));
  expect(all).toBeChecked();
  await user.click(screen.getByRole("checkbox", { name: "Selecionar Ana" }));
  expect(onChange).toHaveBeenLastCalledWith(["2"]);
  expect(all).not.toBeChecked();
});
