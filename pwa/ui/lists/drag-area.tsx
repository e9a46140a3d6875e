import {
  AutoScroller,
  DragDropManager,
  type DragDropManagerInput,
  Feedback,
  PreventSelection,
  StyleInjector,
} from "@dnd-kit/dom";
import { type DragDropEventHandlers, DragDropProvider } from "@dnd-kit/react";
import { type ReactNode, useState } from "react";
import "./drag.css";

type DragAreaProps = Partial<DragDropEventHandlers> & {
  sensors?: DragDropManagerInput["sensors"];
  /** The plugins of the library; without AutoScroller the area does not scroll, without Feedback nothing follows the pointer. */
  plugins?: DragDropManagerInput["plugins"];
  children: ReactNode;
};

/** Scrolled per frame at the very edge: the library's 25 pass five lanes of a phone in a second. */
const SCROLL_PX = 10;

/** Accessibility is not among them: it describes dragging in English. The screens announce their steps themselves. */
const defaultPlugins = [AutoScroller.configure({ acceleration: SCROLL_PX }), Feedback, PreventSelection];

/** Makes the draggable elements in it draggable. Each instance uses the sensors and plugins of its first rendering. */
export function DragArea({ sensors, plugins = defaultPlugins, children, ...handlers }: DragAreaProps) {
  const [manager] = useState(() => createManager({ sensors, plugins }));
  return (
    <DragDropProvider manager={manager} {...handlers}>
      {children}
    </DragDropProvider>
  );
}

function createManager(input: DragDropManagerInput): DragDropManager {
  const manager = new DragDropManager(input);
  // The library always adds this plugin. It writes style elements, which our Content-Security-Policy refuses; drag.css
  // has their rules.
  manager.registry.plugins.unregister(StyleInjector);
  return manager;
}
