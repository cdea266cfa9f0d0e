import type { ReactNode } from 'react';

/** A part of the page, with the hooks that it is made of. */
export function Card({ title, hooks, children }: { title: string; hooks: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="card">
      <header>
        <h2>{title}</h2>
        <span className="hooks">{hooks}</span>
      </header>
      {children}
    </section>
  );
}
