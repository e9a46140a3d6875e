import { screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { renderPart } from "../../testing/render.tsx";
import { Button } from "../button.tsx";
import { ChannelGlyph } from "../channel-glyph.tsx";
import { DotChip, SquareChip, StatusChip } from "./chips.tsx";

test.each([
  ["queue", <SquareChip key="1" name="Assistência técnica autorizada" color="#1d7f52" />],
  ["queue without a color", <SquareChip key="2" name="Assistência técnica autorizada" color={null} />],
  ["tag", <DotChip key="3" name="Assistência técnica autorizada" color="#b9890f" />],
])("a truncated name of a %s has the full name as its title", (_name, chip) => {
  renderPart(chip);
  expect(screen.getByTitle("Assistência técnica autorizada")).toHaveTextContent("Assistência técnica autorizada");
});

test("a tag's chip contains the button that removes it", async () => {
  const onRemove = vi.fn();
  const remove = <Button onClick={onRemove}>Remover</Button>;
  const { user } = renderPart(<DotChip name="VIP" color="#b9890f" end={remove} />);
  await user.click(screen.getByRole("button", { name: "Remover" }));
  expect(onRemove).toHaveBeenCalledOnce();
});

test("a status chip shows a text beside its icon", () => {
  renderPart(
    <StatusChip tone="danger" icon={<svg aria-hidden="true" />}>
      Sem conexão
    </StatusChip>,
  );
  expect(screen.getByText("Sem conexão")).toBeVisible();
});

test("a channel's icon is read only where no text beside it names the channel", () => {
  const { rerender } = renderPart(<ChannelGlyph name="instagram" spoken />);
  expect(screen.getByRole("img", { name: "Instagram" })).toBeInTheDocument();
  rerender(<ChannelGlyph name="instagram" />);
  expect(screen.queryByRole("img")).not.toBeInTheDocument();
});
