import { nameVariables, timeVariables } from "../../../../contracts/desk/message-variables.ts";
import { fillCampaignText } from "../../../../contracts/marketing/campaign-text.ts";
import type { CampaignVariable } from "../../../../contracts/marketing/campaigns.ts";
import { MessageBody } from "../../../conversation/text/message-body.tsx";
import { m } from "../../../i18n/paraglide/messages.js";

type CustomerViewProps = {
  message: string;
  /** '': no confirmation. */
  question: string;
  variables: readonly CampaignVariable[];
  /** The time of the first message, "YYYY-MM-DDTHH:mm". */
  at: string;
  connectionName: string;
  fileName: string | null;
  /** The address of the file when it is a picture. */
  picture: string | null;
};

/** Shows the messages as a fictitious contact receives them. */
export function CustomerView({
  message,
  question,
  variables,
  at,
  connectionName,
  fileName,
  picture,
}: CustomerViewProps) {
  const name = m.campaigns_sample_name();
  const fill = (text: string) =>
    fillCampaignText(text, {
      recipient: { name, number: "5531955500148", email: "claudia@menezes.example" },
      variables,
      desk: { ...nameVariables(name), ...timeVariables(at), connection: connectionName },
    }).text;
  const time = at.slice(11, 16);
  const isEmpty = message.trim() === "" && question.trim() === "";
  return (
    <section aria-label={m.campaigns_customer_view()} className="flex min-w-0 flex-col gap-1.25">
      <h3 className="font-medium text-ink-2 text-xs">{m.campaigns_customer_view()}</h3>
      <div className="line-ring flex max-h-80 min-h-39.5 flex-1 flex-col gap-2 overflow-y-auto rounded-lg bg-chat p-2.5">
        {isEmpty && <p className="m-auto text-center text-ink-3 text-xs">{m.campaigns_customer_view_empty()}</p>}
        {question.trim() !== "" && (
          <>
            {message.trim() !== "" && (
              <p className="text-center text-2xs text-ink-3">{m.campaigns_customer_view_question()}</p>
            )}
            <Bubble text={fill(question)} time={time} file={null} picture={null} />
          </>
        )}
        {message.trim() !== "" && <Bubble text={fill(message)} time={time} file={fileName} picture={picture} />}
      </div>
    </section>
  );
}

type BubbleProps = { text: string; time: string; file: string | null; picture: string | null };

const Bubble = ({ text, time, file, picture }: BubbleProps) => (
  <p className="w-fit max-w-full rounded-xl rounded-tl-xs bg-bubble-in px-3 py-2 text-bubble-in-ink text-xs leading-4.25 shadow-hair">
    {file && picture && (
      <img src={picture} alt={file} decoding="async" className="mb-1 max-h-40 w-full rounded-md object-cover" />
    )}
    {file && !picture && (
      <span className="mb-1 block truncate rounded-md bg-sunken px-2 py-1 text-bubble-in-meta text-xs">{file}</span>
    )}
    <span className="[overflow-wrap:anywhere]">
      <MessageBody body={text} />
    </span>{" "}
    <span className="float-right mt-1 ml-3 text-2xs text-bubble-in-meta tabular-nums">{time}</span>
  </p>
);
