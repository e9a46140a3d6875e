import { Input, Textarea } from "@headlessui/react";
import { Eye, EyeOff } from "lucide-react";
import { type ComponentPropsWithRef, type ReactNode, useState } from "react";
import { m } from "../../i18n/paraglide/messages.js";
import { classNames } from "../class-names.ts";
import { IconButton } from "../icon-button.tsx";
import { boxClass, Field, type FieldProps, inputClass } from "./field.tsx";

type Attributes<Tag extends "input" | "textarea"> = Omit<ComponentPropsWithRef<Tag>, "className" | "size" | "disabled">;
export type TextFieldProps = FieldProps &
  Attributes<"input"> & { icon?: ReactNode; end?: ReactNode; large?: boolean; labelEnd?: ReactNode };

export function TextField(props: TextFieldProps) {
  const { label, hideLabel, hint, error, disabled, className, icon, end, large, labelEnd, ...input } = props;
  return (
    <Field {...{ label, hideLabel, hint, error, disabled, className, labelEnd }}>
      <span className={boxClass({ error, large })}>
        {icon}
        <Input type="text" {...input} invalid={Boolean(error || input["aria-invalid"])} className={inputClass} />
        {end}
      </span>
    </Field>
  );
}

export function PasswordField(props: Omit<TextFieldProps, "type" | "end">) {
  const [shown, setShown] = useState(false);
  return (
    <TextField
      autoComplete="current-password"
      autoCapitalize="none"
      spellCheck={false}
      {...props}
      type={shown ? "text" : "password"}
      end={
        <IconButton
          size="small"
          className="-mr-1.5"
          label={shown ? m.ui_hide_password() : m.ui_show_password()}
          icon={shown ? <EyeOff size={18} /> : <Eye size={18} />}
          onClick={() => setShown(!shown)}
        />
      }
    />
  );
}

export function TextArea(props: FieldProps & Attributes<"textarea"> & { labelEnd?: ReactNode }) {
  const { label, hideLabel, hint, error, disabled, className, labelEnd, rows = 3, ...area } = props;
  return (
    <Field {...{ label, hideLabel, hint, error, disabled, className, labelEnd }}>
      <span className={classNames(boxClass({ error }), "py-2")}>
        <Textarea
          {...area}
          rows={rows}
          invalid={Boolean(error || area["aria-invalid"])}
          className={classNames(inputClass, "resize-y")}
        />
      </span>
    </Field>
  );
}
