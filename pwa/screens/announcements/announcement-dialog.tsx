import { useEffect, useRef, useState } from "react";
import { announcementPriorities } from "../../../contracts/office/announcements.ts";
import { serverDate } from "../../../sync/client/server-clock.ts";
import { AnnouncementArticle } from "../../announcements/announcement-article.tsx";
import { priorityLooks } from "../../announcements/priority.tsx";
import { m } from "../../i18n/paraglide/messages.js";
import { failureText } from "../../session/failure-text.ts";
import { Select } from "../../ui/fields/select.tsx";
import { TextArea, TextField } from "../../ui/fields/text-field.tsx";
import { FormDialog, useForm } from "../lists/index.ts";
import { type Announcement, announcementCalls } from "./announcement-calls.ts";
import { type AnnouncementForm, announcementForm, announcementProblems } from "./announcement-form.ts";
import { type Attachment, AttachmentField } from "./attachment-field.tsx";

type AnnouncementDialogProps = { announcement: Announcement | null; onSaved: () => void; onClose: () => void };

/** Writes an announcement, beside how companies read it. What is typed stays on this device until it is saved. */
export function AnnouncementDialog({ announcement: given, onSaved, onClose }: AnnouncementDialogProps) {
  // As it was when the editing began.
  const [announcement] = useState(given);
  const save = useSave(announcement, onSaved);
  const form = useForm<AnnouncementForm>({
    start: announcementForm(announcement),
    keep: `announcement:${announcement?.id ?? "new"}`,
    check: announcementProblems,
    save,
    refused: (error) => (error instanceof PictureError ? { problems: {}, failure: error.message } : null),
  });
  const { values, set } = form;
  return (
    <FormDialog
      title={announcement ? m.announcements_edit_title() : m.announcements_add()}
      size="large"
      form={form}
      saved={m.announcements_saved()}
      footer={announcement && <ReadBy announcement={announcement} />}
      onClose={onClose}
    >
      <div className="grid items-start gap-5 md:grid-cols-[1.5fr_1fr]">
        <div className="flex min-w-0 flex-col gap-4">
          <TextField label={m.announcements_field_title()} autoFocus autoComplete="off" {...form.text("title")} />
          <TextArea
            label={m.announcements_field_text()}
            rows={6}
            hint={m.announcements_text_hint()}
            {...form.text("text")}
          />
          <Choices values={values} set={set} />
          <AttachmentField value={values.picture} onChange={(picture) => set({ picture })} />
        </div>
        <Preview values={values} createdAt={announcement?.createdAt} />
      </div>
    </FormDialog>
  );
}

function Choices({ values, set }: { values: AnnouncementForm; set: (part: Partial<AnnouncementForm>) => void }) {
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Select
        label={m.announcements_col_priority()}
        value={values.priority}
        onChange={(priority) => set({ priority })}
        options={announcementPriorities.map((value) => {
          const { label, Icon, ink } = priorityLooks[value];
          return { value, label: label(), icon: <Icon aria-hidden="true" size={15} className={ink} /> };
        })}
      />
      <Select
        label={m.announcements_col_status()}
        value={values.isActive ? "active" : "inactive"}
        onChange={(next) => set({ isActive: next === "active" })}
        options={[
          { value: "active", label: m.announcements_active() },
          { value: "inactive", label: m.announcements_inactive() },
        ]}
      />
    </div>
  );
}

type PreviewProps = { values: AnnouncementForm; createdAt: string | undefined };

function Preview({ values, createdAt }: PreviewProps) {
  const [now] = useState(() => serverDate().toISOString());
  const url = usePictureUrl(values.picture);
  return (
    <section aria-label={m.announcements_preview()} className="flex min-w-0 flex-col gap-1.25">
      <span aria-hidden="true" className="font-medium text-ink-2 text-xs">
        {m.announcements_preview()}
      </span>
      <AnnouncementArticle
        title={values.title.trim() || m.announcements_preview_title()}
        text={values.text.trim()}
        priority={values.priority}
        createdAt={createdAt ?? now}
        picture={url && <img decoding="async" src={url} alt="" className="max-h-60 w-full bg-sunken object-contain" />}
      />
    </section>
  );
}

function usePictureUrl(attachment: Attachment): string | null {
  const file = attachment.kind === "new" ? attachment.file : null;
  const [made, setMade] = useState<string | null>(null);
  useEffect(() => {
    if (!file) return;
    const url = URL.createObjectURL(file);
    setMade(url);
    return () => {
      URL.revokeObjectURL(url);
      setMade(null);
    };
  }, [file]);
  return attachment.kind === "stored" ? attachment.url : made;
}

function ReadBy({ announcement: { readers, companies } }: { announcement: Announcement }) {
  if (!readers || companies === undefined) return null;
  return (
    <span className="block max-w-prose text-ink-3 text-xs max-sm:hidden">
      {m.announcements_read_again({ readers, companies })}
    </span>
  );
}

/** The words were saved, the picture was not. */
class PictureError extends Error {}

/** Saves the words, then the picture. A further attempt changes the announcement that the first one created. */
function useSave(announcement: Announcement | null, onSaved: () => void) {
  const savedId = useRef(announcement?.id ?? null);
  return async (values: AnnouncementForm) => {
    const { picture } = values;
    const id = await announcementCalls.save(savedId.current, values);
    savedId.current = id;
    try {
      if (picture.kind === "new") await announcementCalls.attach(id, picture.file);
      if (picture.kind === "none" && announcement?.picture) await announcementCalls.detach(id);
    } catch (error) {
      throw new PictureError(m.announcements_saved_without_file({ reason: failureText(error) }), { cause: error });
    } finally {
      onSaved();
    }
  };
}
