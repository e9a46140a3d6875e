import { act, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { matchQueries } from "../../testing/browser-gaps.ts";
import { renderPart } from "../../testing/render.tsx";
import { useAlternating } from "./use-alternating.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const Banner = () => <p>{useAlternating(["talk", "plant"], 5_000)}</p>;
const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

test("useAlternating: changes the value every 5 seconds", async () => {
  renderPart(<Banner />);
  await wait(4_999);
  expect(screen.getByText("talk")).toBeInTheDocument();
  await wait(1);
  expect(screen.getByText("plant")).toBeInTheDocument();
  await wait(5_000);
  expect(screen.getByText("talk")).toBeInTheDocument();
});

test("useAlternating: stays at the first value if the user prefers reduced motion", async () => {
  matchQueries("(prefers-reduced-motion: reduce)");
  renderPart(<Banner />);
  await wait(12_000);
  expect(screen.getByText("talk")).toBeInTheDocument();
});
