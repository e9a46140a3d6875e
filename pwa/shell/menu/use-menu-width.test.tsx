import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { matchQueries } from "../../testing/browser-gaps.ts";
import { renderPart } from "../../testing/render.tsx";
import { usePage } from "../page.ts";
import { useMenuWidth } from "./use-menu-width.ts";

function Page({ needsWidth }: { needsWidth: boolean }) {
  usePage("Atendimentos", { needsWidth });
  const { isRail, toggle } = useMenuWidth();
  return (
    <button type="button" onClick={toggle}>
      {isRail ? "rail" : "open"}
    </button>
  );
}

const menu = () => screen.getByRole("button").textContent;

test("menu width: the menu becomes the rail while a page needs the width, and opens again afterwards", () => {
  matchQueries("(width < 100rem)");
  const { rerender } = renderPart(<Page needsWidth={false} />);
  expect(menu()).toBe("open");
  rerender(<Page needsWidth />);
  expect(menu()).toBe("rail");
  rerender(<Page needsWidth={false} />);
  expect(menu()).toBe("open");
  expect(localStorage.getItem("menu")).toBeNull();
});

test("menu width: from 1600 px the menu stays open beside such a page", () => {
  renderPart(<Page needsWidth />);
  expect(menu()).toBe("open");
});

test("menu width: a user may open the menu on such a page, and the stored choice stays", async () => {
  matchQueries("(width < 100rem)");
  const { user, rerender } = renderPart(<Page needsWidth />);
  await user.click(screen.getByRole("button"));
  expect(menu()).toBe("open");
  rerender(<Page needsWidth={false} />);
  rerender(<Page needsWidth />);
  expect(menu()).toBe("rail");
});

test("menu width: a user who chose the rail keeps it on every page", async () => {
  const { user, rerender } = renderPart(<Page needsWidth={false} />);
  await user.click(screen.getByRole("button"));
  expect(menu()).toBe("rail");
  matchQueries("(width < 100rem)");
  rerender(<Page needsWidth />);
  expect(menu()).toBe("rail");
  rerender(<Page needsWidth={false} />);
  expect(menu()).toBe("rail");
});
