import { m } from "../../i18n/paraglide/messages.js";

export type TermsProps = {
  /** Addresses of the terms and of the privacy policy; null: not configured. */
  termsUrl: string | null;
  privacyUrl: string | null;
};

/** Says what a sign-up accepts, where that is configured. */
export function Terms({ termsUrl, privacyUrl }: TermsProps) {
  const links = [
    termsUrl && <TermsLink key="terms" href={termsUrl} text={m.sign_up_terms()} />,
    privacyUrl && <TermsLink key="privacy" href={privacyUrl} text={m.sign_up_privacy()} />,
  ].filter(Boolean);
  if (links.length === 0) return null;
  return (
    <p className="text-balance text-center text-ink-3 text-xs leading-4.5">
      {termsUrl ? m.sign_up_accepts() : m.sign_up_accepts_privacy()} {links[0]}
      {links[1] && (
        <>
          {" "}
          {m.sign_up_and()} {links[1]}
        </>
      )}
      .
    </p>
  );
}

const TermsLink = ({ href, text }: { href: string; text: string }) => (
  <a href={href} target="_blank" rel="noopener noreferrer" className="font-semibold text-primary-ink">
    {text}
  </a>
);
