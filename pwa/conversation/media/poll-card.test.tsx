import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { renderPart } from "../../testing/render.tsx";
import { PollCard } from "./poll-card.tsx";

const options = ["Terça", "Quinta"];

test("poll card: shows the question, the options and how many may be chosen", () => {
  const { rerender, container } = renderPart(<PollCard poll={{ question: "Que dia?", options, choice: "one" }} />);
  expect(screen.getByText("Que dia?")).toBeInTheDocument();
  expect(screen.getAllByRole("listitem").map((item) => item.textContent)).toEqual(options);
  expect(container).toHaveTextContent("Enquete · uma resposta");
  rerender(<PollCard poll={{ question: "Que dia?", options, choice: "several" }} />);
  expect(container).toHaveTextContent("Enquete · várias respostas");
});
