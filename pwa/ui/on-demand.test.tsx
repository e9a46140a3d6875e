import { screen } from "@testing-library/react";
import { Component, type ReactNode } from "react";
import { expect, test, vi } from "vitest";
import { renderPart } from "../testing/render.tsx";
import { watchingPart } from "./on-demand.tsx";

const work: (() => void)[] = [];
vi.mock("./load-when-idle.ts", async (original) => ({
  ...(await original<typeof import("./load-when-idle.ts")>()),
  afterStart: (one: () => void) => {
    work.push(one);
    return () => void work.splice(work.indexOf(one), 1);
  },
}));

class Caught extends Component<{ children: ReactNode }, { message: string | null }> {
  override state = { message: null };
  static getDerivedStateFromError = ({ message }: Error) => ({ message });
  override render = () => this.state.message ?? this.props.children;
}

test("a watching part is loaded and mounted after the start", async () => {
  const load = vi.fn(async () => () => <p>watches</p>);
  const Part = watchingPart(load);
  renderPart(<Part />);
  expect(load).not.toHaveBeenCalled();
  work.shift()?.();
  expect(await screen.findByText("watches")).toBeInTheDocument();
});

test("a watching part that is gone before the start has ended is not loaded", () => {
  const Part = watchingPart(async () => () => <p>watches</p>);
  renderPart(<Part />).unmount();
  expect(work).toEqual([]);
});

test("a watching part that cannot be loaded fails on the page, not in silence", async () => {
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  const Part = watchingPart(() => Promise.reject(new Error("no network")));
  renderPart(
    <Caught>
      <Part />
    </Caught>,
  );
  work.shift()?.();
  expect(await screen.findByText("no network")).toBeInTheDocument();
});
