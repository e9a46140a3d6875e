/** Highlights matches by weight and underline, not by colour alone. */
export function Marked({ parts }: { parts: readonly { text: string; isMatch: boolean }[] }) {
  let at = 0;
  return parts.map((part) => {
    const key = at;
    at += part.text.length;
    return part.isMatch ? (
      <mark key={key} className="bg-transparent font-semibold text-primary-ink underline underline-offset-3">
        {part.text}
      </mark>
    ) : (
      <span key={key}>{part.text}</span>
    );
  });
}
