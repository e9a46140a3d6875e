import { fireEvent, screen, waitFor } from "@testing-library/react";
import { createRef } from "react";
import { expect, test, vi } from "vitest";
import { renderPart } from "../../testing/render.tsx";
import { VirtualList, type VirtualListHandle } from "./virtual-list.tsx";

type Person = { id: string; name: string };
const people = (count: number): Person[] =>
  Array.from({ length: count }, (_, index) => ({ id: `p${index}`, name: `Pessoa ${index + 1}` }));

function renderList(items: Person[], change: { onNearEnd?: () => void; ref?: React.Ref<VirtualListHandle> } = {}) {
  const draw = (rows: Person[]) => (
    <VirtualList
      label="Pessoas"
      items={rows}
      itemKey={({ id }) => id}
      estimateSize={40}
      renderItem={({ name }) => name}
      {...change}
    />
  );
  const rendered = renderPart(draw(items));
  return { ...rendered, show: (rows: Person[]) => rendered.rerender(draw(rows)) };
}
const list = () => screen.getByRole("list", { name: "Pessoas" });
const scroller = () => list().parentElement as HTMLElement;

/** Defines the scroll height, because jsdom has no layout. */
function givenScrollHeight(value: number) {
  Object.defineProperty(scroller(), "scrollHeight", { configurable: true, value });
}

test("virtual list: a thousand rows draw only those near the window", () => {
  renderList(people(1_000));
  expect(screen.getByText("Pessoa 1")).toBeInTheDocument();
  expect(screen.queryByText("Pessoa 500")).not.toBeInTheDocument();
  expect(screen.getAllByRole("listitem").length).toBeLessThan(40);
});

test("virtual list: each row states its position and the total", () => {
  renderList(people(1_000));
  const third = screen.getByText("Pessoa 3");
  expect(third).toHaveAttribute("aria-posinset", "3");
  expect(third).toHaveAttribute("aria-setsize", "1000");
});

test("virtual list: scrolling draws the rows that become visible and removes those far above", async () => {
  renderList(people(1_000));
  givenScrollHeight(40_000);
  scroller().scrollTop = 20_000;
  fireEvent.scroll(scroller());
  expect(await screen.findByText("Pessoa 505")).toBeInTheDocument();
  expect(screen.queryByText("Pessoa 1")).not.toBeInTheDocument();
});

test("virtual list: a scroll that starts when the last one is declared ended draws its rows in its own frame", async () => {
  renderList(people(1_000));
  givenScrollHeight(40_000);
  vi.useFakeTimers();
  try {
    scroller().scrollTop = 10_000;
    scroller().dispatchEvent(new Event("scroll"));
    // The end is declared 150 ms after the last event; the list has moved on, and its event comes with the next frame.
    scroller().scrollTop = 20_000;
    vi.advanceTimersByTime(200);
    scroller().dispatchEvent(new Event("scroll"));
    expect(screen.getByText("Pessoa 505")).toBeInTheDocument();
  } finally {
    vi.useRealTimers();
  }
});

test("virtual list: asks for more near the end, and not far above it", async () => {
  const onNearEnd = vi.fn();
  const { show } = renderList([], { onNearEnd });
  givenScrollHeight(4_000);
  show(people(100));
  expect(onNearEnd).not.toHaveBeenCalled();
  scroller().scrollTop = 3_320;
  fireEvent.scroll(scroller());
  expect(onNearEnd).toHaveBeenCalledOnce();
});

test("virtual list: a page too short to scroll asks for the next one, an empty list does not", () => {
  const onNearEnd = vi.fn();
  const { show } = renderList([], { onNearEnd });
  expect(onNearEnd).not.toHaveBeenCalled();
  givenScrollHeight(80);
  show(people(2));
  expect(onNearEnd).toHaveBeenCalledOnce();
});

test("virtual list: a row keeps its element when another one is inserted above it", () => {
  const { show } = renderList(people(3));
  const second = screen.getByText("Pessoa 2");
  show([{ id: "new", name: "Recém-chegada" }, ...people(3)]);
  expect(screen.getByText("Pessoa 2")).toBe(second);
  expect(second).toHaveAttribute("aria-posinset", "3");
});

test("virtual list: scrolls to a row outside the window by its index", async () => {
  const ref = createRef<VirtualListHandle>();
  renderList(people(1_000), { ref });
  givenScrollHeight(40_000);
  const scrollTo = vi.fn();
  (ref.current?.element() as HTMLElement).scrollTo = scrollTo;
  ref.current?.scrollToIndex(500);
  await waitFor(() => expect(scrollTo).toHaveBeenCalled());
  // Row 501 begins at 20,000 px and is 40 px high; the window shows 600 px.
  expect(scrollTo).toHaveBeenCalledWith(expect.objectContaining({ top: 19_440 }));
});
