import type { ReactNode } from 'react';

/** Part of the page, with the names of the hooks that it uses. */
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
