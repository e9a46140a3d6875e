import { fireEvent, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { renderPart } from "../testing/render.tsx";
import { Avatar } from "./avatar.tsx";

const picture = (container: HTMLElement) => container.querySelector("img");

test("an avatar without a picture shows the initials of first and last name", () => {
  renderPart(<Avatar id="c1" name="Helena Prado Sampaio" />);
  expect(screen.getByText("HS")).toBeInTheDocument();
});

test("a contact whose name is a phone number gets a figure instead of initials", () => {
  const { container } = renderPart(<Avatar id="c1" name="+55 31 95550-0148" />);
  expect(container).toHaveTextContent("");
  expect(container.querySelector("svg")).toBeInTheDocument();
});

test("an avatar shows the initials for a picture that cannot be loaded, and tries a later picture", () => {
  const { container, rerender } = renderPart(<Avatar id="c1" name="Ana Lima" picture="/public/old.jpg" />);
  expect(picture(container)).toHaveAttribute("src", "/public/old.jpg");
  fireEvent.error(picture(container) as HTMLElement);
  expect(screen.getByText("AL")).toBeInTheDocument();
  rerender(<Avatar id="c1" name="Ana Lima" picture="/public/new.jpg" />);
  expect(picture(container)).toHaveAttribute("src", "/public/new.jpg");
});

test("a screen reader does not read the initials beside the name", () => {
  renderPart(
    <button type="button">
      <Avatar id="c1" name="Ana Lima" /> Ana Lima
    </button>,
  );
  expect(screen.getByRole("button")).toHaveAccessibleName("Ana Lima");
});
