import { Check, Pencil, Plus, Trash2, X } from "lucide-react";
import { type FormEvent, useState, useSyncExternalStore } from "react";
import { serverDate } from "../../../sync/client/server-clock.ts";
import { moment } from "../../i18n/full-dates.ts";
import { m } from "../../i18n/paraglide/messages.js";
import { usePage } from "../../shell/page.ts";
import { Button } from "../../ui/button.tsx";
import { deviceStorage } from "../../ui/device-storage.ts";
import { isComposingKey } from "../../ui/fields/enter-key.ts";
import { TextField } from "../../ui/fields/text-field.tsx";
import { Checkbox } from "../../ui/fields/toggles.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import { EmptyState } from "../../ui/lists/empty-state.tsx";
import { PageBody, PageHead } from "../../ui/page-head.tsx";
import { toast } from "../../ui/toasts/toast.tsx";
import { addTask, changeTask, openTasks, removeTask, restoreTask, type Task } from "./tasks.ts";

const tasks = openTasks(deviceStorage);

/** Lists the user's own tasks, stored in this browser only. */
export function TasksScreen() {
  usePage(m.tasks_title());
  const list = useSyncExternalStore(tasks.subscribe, tasks.get);
  const [text, setText] = useState("");
  const [edited, setEdited] = useState<string | null>(null);

  function handleAdd(event: FormEvent) {
    event.preventDefault();
    tasks.change((present) => addTask(present, text, serverDate()));
    setText("");
  }
  /** A finished task leaves the list like a deleted one: nothing of it is stored. */
  function handleRemove(task: Task, words: string) {
    tasks.change((present) => removeTask(present, task.createdAt));
    toast.success(words, {
      action: { label: m.tasks_undo(), onSelect: () => tasks.change((present) => restoreTask(present, task)) },
    });
  }
  function handleChange(task: Task, wanted: string) {
    tasks.change((present) => changeTask(present, task.createdAt, wanted, serverDate()));
    setEdited(null);
  }

  return (
    <PageBody>
      <PageHead title={m.tasks_title()} count={list.length > 0 ? String(list.length) : null} />
      <div className="flex flex-1 flex-col gap-3">
        <form onSubmit={handleAdd} className="flex w-full max-w-180 items-end gap-2">
          <TextField
            label={m.tasks_new()}
            hint={m.tasks_where()}
            value={text}
            onChange={(event) => setText(event.target.value)}
            autoComplete="off"
            className="flex-1"
          />
          <Button
            type="submit"
            kind="primary"
            icon={<Plus aria-hidden="true" size={16} />}
            className="mb-5.25"
            disabled={text.trim() === ""}
            title={text.trim() === "" ? m.tasks_write_first() : undefined}
          >
            {m.tasks_add()}
          </Button>
        </form>
        {list.length === 0 ? (
          <EmptyState art="plant" title={m.tasks_empty_title()}>
            {m.tasks_empty_text()}
          </EmptyState>
        ) : (
          <ul aria-label={m.tasks_title()} className="line-ring w-full max-w-180 rounded-lg">
            {list.map((task) => (
              <li
                key={task.createdAt}
                className="flex min-h-(--row) items-center gap-2 border-line px-3 not-last:border-b"
              >
                {edited === task.createdAt ? (
                  <EditTask
                    task={task}
                    onSave={(wanted) => handleChange(task, wanted)}
                    onCancel={() => setEdited(null)}
                  />
                ) : (
                  <ShownTask
                    task={task}
                    onDone={() => handleRemove(task, m.tasks_done())}
                    onEdit={() => setEdited(task.createdAt)}
                    onDelete={() => handleRemove(task, m.tasks_deleted())}
                  />
                )}
              </li>
            ))}
          </ul>
        )}
      </div>
    </PageBody>
  );
}

type ShownTaskProps = { task: Task; onDone: () => void; onEdit: () => void; onDelete: () => void };

function ShownTask({ task, onDone, onEdit, onDelete }: ShownTaskProps) {
  const { text, updatedAt } = task;
  return (
    <>
      <Checkbox
        label={m.tasks_finish({ text })}
        hideLabel
        checked={false}
        onChange={onDone}
        className="touch:min-w-8"
      />
      <span className="min-w-0 flex-1 py-2 [overflow-wrap:anywhere]">
        {text}
        <time dateTime={updatedAt} className="block text-ink-3 text-xs">
          {moment(updatedAt)}
        </time>
      </span>
      <IconButton label={m.tasks_edit({ text })} icon={<Pencil size={16} />} onClick={onEdit} />
      <IconButton label={m.tasks_delete({ text })} icon={<Trash2 size={16} />} onClick={onDelete} />
    </>
  );
}

type EditTaskProps = { task: Task; onSave: (text: string) => void; onCancel: () => void };

/** Edits a task: Enter saves, Escape discards the change. */
function EditTask({ task, onSave, onCancel }: EditTaskProps) {
  const [text, setText] = useState(task.text);
  return (
    <form
      className="flex min-w-0 flex-1 items-center gap-2 py-1.5"
      onSubmit={(event) => {
        event.preventDefault();
        onSave(text);
      }}
    >
      <TextField
        label={m.tasks_text()}
        hideLabel
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== "Escape" || isComposingKey(event)) return;
          event.stopPropagation();
          onCancel();
        }}
        autoFocus
        autoComplete="off"
        className="flex-1"
      />
      <IconButton type="submit" label={m.ui_save()} icon={<Check size={17} />} />
      <IconButton label={m.ui_cancel()} icon={<X size={17} />} onClick={onCancel} />
    </form>
  );
}
