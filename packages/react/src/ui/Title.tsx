import type { ReactNode } from 'react';

/** Id through which the dialog is labelled by the screen's title. */
export const titleId = 'latchkey-title';

export function Title({ children }: { children: ReactNode }) {
  return <h2 id={titleId}>{children}</h2>;
}
