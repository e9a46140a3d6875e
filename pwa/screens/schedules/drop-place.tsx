import { type ComponentPropsWithRef, useState } from "react";
import { classNames } from "../../ui/class-names.ts";
import { DRAG_TYPE } from "./schedule-event.tsx";

type DropPlaceProps = Omit<ComponentPropsWithRef<"div">, "onDrop"> & { onMoved: (scheduleId: string) => void };

/** An area on which an event of the calendar can be dropped. */
export function DropPlace({ onMoved, className, ...rest }: DropPlaceProps) {
  const [isOver, setOver] = useState(false);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keyboard users move an event in its dialog.
    <div
      {...rest}
      className={classNames(className, isOver && "bg-selected")}
      onDragOver={(event) => {
        if (!event.dataTransfer.types.includes(DRAG_TYPE)) return;
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        setOver(false);
        const id = event.dataTransfer.getData(DRAG_TYPE);
        if (!id) return;
        event.preventDefault();
        onMoved(id);
      }}
    />
  );
}
