import type { ReactNode } from "react";
import { m } from "../../../i18n/paraglide/messages.js";
import { BrandMark } from "../../../shell/brand.tsx";
import { LanguageMenu } from "../../../shell/menu/language-menu.tsx";
import { ThemeToggle } from "../../../shell/menu/theme-toggle.tsx";
import { classNames } from "../../../ui/class-names.ts";
import { CounterBanner, CounterScene } from "./counter-scene.tsx";
import { HelpBalloon } from "./help-balloon.tsx";
import { SampleTalk } from "./sample-talk.tsx";

type WelcomeFrameProps = {
  /** Above the title, as the steps of a form. */
  above?: ReactNode;
  title: string;
  subtitle: ReactNode;
  /** Width of the form. */
  size: "narrow" | "wide";
  /** On phones a form with many fields has the brand only above it. */
  phoneTop: "banner" | "brand";
  /** Where help is; null or undefined: nowhere. */
  helpUrl: string | null | undefined;
  children: ReactNode;
};

/** Draws the frame of the public screens: the picture with the brand, beside or above it a form. */
export function WelcomeFrame({ above, title, subtitle, size, phoneTop, helpUrl, children }: WelcomeFrameProps) {
  return (
    <div className="grid h-dvh overflow-y-auto bg-surface max-md:grid-rows-[auto_1fr] md:grid-cols-2">
      {phoneTop === "banner" ? <PhoneBanner /> : <PhoneBrand />}
      <section aria-label={m.app_name()} className="relative hidden overflow-hidden text-white md:block">
        <CounterScene />
        <div className="relative px-16 pt-14">
          <BrandName size={34} />
          <p className="mt-16 max-w-130 text-balance font-semibold text-4xl tracking-tight">{m.login_headline()}</p>
          <p className="mt-4 max-w-140 text-green-200 text-lg">{m.login_tagline()}</p>
        </div>
        <SampleTalk />
      </section>
      <main
        className={classNames(
          "relative flex min-w-0 flex-col items-center px-6 pb-[max(1.5rem,env(safe-area-inset-bottom))] md:justify-center md:pt-16",
          phoneTop === "banner" ? "pt-7" : "pt-4.5",
        )}
      >
        <div className="absolute top-5 right-6 hidden items-center gap-2 md:flex">
          <LanguageMenu />
          <ThemeToggle />
        </div>
        <div className={classNames("w-full", size === "narrow" ? "max-w-93" : "max-w-110")}>
          {above}
          <h1 className={classNames("text-3xl", phoneTop === "brand" && "max-md:text-2xl")}>{title}</h1>
          <p className={classNames("mt-1 text-base text-ink-2", phoneTop === "banner" ? "mb-6" : "mb-6 max-md:mb-4")}>
            {subtitle}
          </p>
          {children}
        </div>
        <div className="mt-auto flex items-center gap-2 pt-8 md:hidden">
          <LanguageMenu side="top start" />
          <ThemeToggle />
        </div>
        <p className="text-ink-3 text-xs md:absolute md:bottom-7 md:left-7">v2.0.9</p>
        <HelpBalloon url={helpUrl ?? null} />
      </main>
    </div>
  );
}

function PhoneBanner() {
  return (
    <section
      aria-label={m.app_name()}
      className="login-scene relative h-62 overflow-hidden bg-(--wall-middle) pt-[env(safe-area-inset-top)] text-white md:hidden"
    >
      <CounterBanner />
      <div className="relative px-6 pt-15">
        <BrandName size={30} />
        <p className="mt-5.5 max-w-72 font-semibold text-2xl tracking-tight">{m.login_headline()}</p>
      </div>
    </section>
  );
}

const PhoneBrand = () => (
  <section
    aria-label={m.app_name()}
    className="login-scene border-green-400 border-b-6 bg-(--wall-middle) px-6 pt-[calc(0.875rem+env(safe-area-inset-top))] pb-3.5 text-white md:hidden"
  >
    <BrandName size={26} small />
  </section>
);

function BrandName({ size, small = false }: { size: number; small?: boolean }) {
  return (
    <p
      className={classNames(
        "flex items-center gap-3 font-semibold tracking-tight [--brand-eyes:var(--color-green-950)]",
        small ? "text-xl" : "text-2xl",
      )}
    >
      <BrandMark size={size} className="text-green-300" />
      {m.app_name()}
    </p>
  );
}
