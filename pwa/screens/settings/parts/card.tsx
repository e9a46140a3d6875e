import type { ReactNode } from "react";

export function Card({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="line-ring rounded-lg">
      <h2 className="border-line border-b px-4 py-3 text-md">{title}</h2>
      {children}
    </section>
  );
}
