import type { ReactNode } from 'react';

/** Id of the screen's title, which labels the dialog or panel. */
export const titleId = 'latchkey-title';

export function Title({ children }: { children: ReactNode }) {
  return <h2 id={titleId}>{children}</h2>;
}
