import { m } from "../../i18n/paraglide/messages.js";
import { BrandMark } from "../../shell/brand.tsx";
import { LanguageMenu } from "../../shell/language-menu.tsx";
import { usePage } from "../../shell/page.ts";
import { ThemeToggle } from "../../shell/theme-toggle.tsx";
import { CounterBanner, CounterScene } from "./counter-scene.tsx";
import { LoginForm } from "./login-form.tsx";
import { SampleTalk } from "./sample-talk.tsx";

export function LoginScreen() {
  usePage(m.login_title());
  return (
    <div className="grid h-dvh overflow-y-auto bg-surface max-md:grid-rows-[auto_1fr] md:grid-cols-2">
      <PhoneTop />
      <section aria-label={m.app_name()} className="relative hidden overflow-hidden text-white md:block">
        <CounterScene />
        <div className="relative px-16 pt-14">
          <BrandName size={34} />
          <p className="mt-16 max-w-130 text-balance font-semibold text-4xl tracking-tight">{m.login_headline()}</p>
          <p className="mt-4 max-w-140 text-green-200 text-lg">{m.login_tagline()}</p>
        </div>
        <SampleTalk />
      </section>
      <main className="relative flex flex-col items-center px-6 pt-7 pb-[max(1.5rem,env(safe-area-inset-bottom))] md:justify-center md:pt-16">
        <div className="absolute top-5 right-6 hidden items-center gap-2 md:flex">
          <LanguageMenu />
          <ThemeToggle />
        </div>
        <div className="w-full max-w-93">
          <h1 className="text-3xl">{m.login_title()}</h1>
          <p className="mt-1 mb-6 text-base text-ink-2">{m.login_subtitle()}</p>
          <LoginForm />
        </div>
        <div className="mt-auto flex items-center gap-2 pt-8 md:hidden">
          <LanguageMenu side="top start" />
          <ThemeToggle />
        </div>
        <p className="text-ink-3 text-xs md:absolute md:bottom-7 md:left-7">v2.0.9</p>
      </main>
    </div>
  );
}

function PhoneTop() {
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

function BrandName({ size }: { size: number }) {
  return (
    <p className="flex items-center gap-3 font-semibold text-2xl tracking-tight [--brand-eyes:var(--color-green-950)]">
      <BrandMark size={size} className="text-green-300" />
      {m.app_name()}
    </p>
  );
}
