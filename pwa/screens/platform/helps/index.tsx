import { Play } from "lucide-react";
import { useState } from "react";
import { m } from "../../../i18n/paraglide/messages.js";
import { Table } from "../../../ui/lists/table.tsx";
import { ActionIcons, editAction, PictureBox, useList } from "../../lists/index.ts";
import { DeleteRecord } from "../parts/delete-record.tsx";
import { RecordList } from "../parts/record-list.tsx";
import { useEditing } from "../parts/use-editing.ts";
import { HelpEditor } from "./help-editor.tsx";
import { Help, helpCalls, helpPage } from "./help-form.ts";

const none: never[] = [];
const look = ({ title, description }: Help) => ({
  name: title,
  picture: (
    <PictureBox>
      <Play size={18} />
    </PictureBox>
  ),
  line: description,
});
const fields = ({ description, video }: Help) => [
  { label: m.platform_description(), value: description },
  { label: m.platform_video(), value: <code className="font-mono">{video}</code> },
];

/** Creates, changes and deletes the help videos of the platform. */
export function HelpsTab() {
  const list = useList<Help>({
    path: "/helps/list",
    read: helpPage,
    keyOf: ({ id }) => id,
    changesWith: none,
    remember: true,
  });
  const editing = useEditing<Help>("help", Help, list.isLastSeen ? null : list.rows);
  const [deleted, setDeleted] = useState<Help | null>(null);
  const actions = (help: Help) => [
    editAction({
      spokenLabel: m.platform_edit_of({ name: help.title }),
      disabled: list.isLastSeen,
      onSelect: () => editing.choose(help),
    }),
  ];
  return (
    <>
      {editing.isShown && <HelpEditor key={editing.key} editing={editing} onSaved={list.again} onDelete={setDeleted} />}
      <RecordList
        title={m.platform_helps()}
        list={list}
        onAdd={editing.isShown ? undefined : () => editing.choose(null)}
        addLabel={m.platform_help_add()}
        empty={{ title: m.platform_helps_empty_title(), text: m.platform_helps_empty_text() }}
        rowKey={({ id }) => id}
        records={{ look, fields, actions }}
      >
        {(helps) => (
          <Table
            label={m.platform_helps()}
            rows={helps}
            rowKey={({ id }) => id}
            current={({ id }) => id === editing.record?.id}
            columns={[
              {
                id: "title",
                header: m.platform_title(),
                isTitle: true,
                cell: ({ title }) => <span className="font-medium">{title}</span>,
              },
              {
                id: "description",
                header: m.platform_description(),
                cell: ({ description }) => <span className="text-ink-2">{description}</span>,
              },
              {
                id: "video",
                header: m.platform_video_column(),
                cell: ({ video }) => <code className="font-mono text-xs">{video}</code>,
              },
            ]}
            actionsHeader={m.lists_col_actions()}
            actions={(help) => <ActionIcons actions={actions(help)} />}
          />
        )}
      </RecordList>
      {deleted && (
        <DeleteRecord
          name={deleted.title}
          onDelete={async () => {
            await helpCalls.remove(deleted.id);
            editing.clear();
            list.again();
          }}
          onClose={() => setDeleted(null)}
        />
      )}
    </>
  );
}
