import type { ReactNode } from 'react';

/** Id through which the dialog is labelled by the screen's title. */
export const titleId = 'latchkey-title';

/** Title of a screen, which also labels the dialog. */
export function Title({ children }: { children: ReactNode }) {
  return <h2 id={titleId}>{children}</h2>;
}
