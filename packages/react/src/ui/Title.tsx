import type { ReactNode } from 'react';

/** Id by which the dialog takes its name from the screen's title. */
export const titleId = 'latchkey-title';

/** The title of a screen, and with it the name of the dialog. */
export function Title({ children }: { children: ReactNode }) {
  return <h2 id={titleId}>{children}</h2>;
}
