import { screen } from "@testing-library/react";
import { useState } from "react";
import { expect, test } from "vitest";
import { renderPart } from "../../../testing/render.tsx";
import { centsOfText, MoneyField } from "./money-field.tsx";

function Held({ start = 0 }: { start?: number }) {
  const [cents, setCents] = useState(start);
  return <MoneyField label="Valor" cents={cents} onChange={setCents} />;
}
const box = () => screen.getByLabelText("Valor");
/** `Intl` separates the currency with a no-break space. */
const shown = () => (box() as HTMLInputElement).value.replaceAll("\u00a0", " ");

test("money field: digits move in from the right, with dots and a comma", async () => {
  const { user } = renderPart(<Held />);
  await user.type(box(), "119000");
  expect(shown()).toBe("R$ 1.190,00");
  await user.type(box(), "{Backspace}");
  expect(shown()).toBe("R$ 119,00");
});

test("money field: digits typed with the caret before the amount also come at the end", async () => {
  const { user } = renderPart(<Held start={100} />);
  await user.type(box(), "5", { initialSelectionStart: 0, initialSelectionEnd: 0 });
  expect(shown()).toBe("R$ 10,05");
});

test("money field: accepts seven integer digits and no more", async () => {
  const { user } = renderPart(<Held />);
  await user.type(box(), "9999999995");
  expect(shown()).toBe("R$ 9.999.999,99");
});

test("money field: a pasted amount replaces the present one", async () => {
  const { user } = renderPart(<Held start={100} />);
  await user.click(box());
  await user.paste("R$ 1.190,50");
  expect(shown()).toBe("R$ 1.190,50");
});

test.each([
  ["1190", 119_000],
  ["1.190", 119_000],
  ["1.190,5", 119_050],
  ["349.90", 34_990],
  ["9.999.999,99", 999_999_999],
  ["10.000.000,00", null],
  ["12,345", null],
  ["abc", null],
])("centsOfText reads %s as %s", (text, cents) => {
  expect(centsOfText(text)).toBe(cents);
});
