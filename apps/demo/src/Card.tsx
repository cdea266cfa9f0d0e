import type { ReactNode } from 'react';

/** `hooks` is a text that names the hooks, or the wallet method, that the card uses. */
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
