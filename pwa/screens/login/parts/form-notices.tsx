import { CircleAlert, WifiOff } from "lucide-react";
import { useOnline } from "../../../session/use-online.ts";
import { Notice } from "../../../ui/notice.tsx";

/** Says above a public form that there is no internet, or why the server refused. */
export function FormNotices({ failure, offline }: { failure: string | null; offline: string }) {
  if (!useOnline())
    return (
      <Notice tone="warn" icon={<WifiOff aria-hidden="true" size={16} />}>
        {offline}
      </Notice>
    );
  return (
    failure && (
      <Notice tone="danger" icon={<CircleAlert aria-hidden="true" size={16} />}>
        {failure}
      </Notice>
    )
  );
}
