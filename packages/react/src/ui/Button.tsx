import type { ReactNode } from 'react';

export interface ButtonProps {
  children: ReactNode;
  /** What a press does; not needed where it submits a form. */
  onClick?(): void;
  /** Submits the form that it stands in. @default false */
  submits?: boolean;
  /** @default 'primary' */
  look?: 'primary' | 'secondary' | 'plain' | 'danger';
  disabled?: boolean;
  /** Keeps width and focus while work goes on; presses are ignored. */
  busy?: boolean;
  /** Ignores presses for now, and keeps the focus: it has just come to mean something else. */
  held?: boolean;
  autoFocus?: boolean;
}

/** A button. A busy one stays focusable, so that the keyboard does not lose its place. */
export function Button({
  children,
  onClick,
  submits,
  look = 'primary',
  disabled,
  busy,
  held,
  autoFocus,
}: ButtonProps) {
  return (
    <button
      aria-busy={busy || undefined}
      aria-disabled={busy || held || undefined}
      className={`button ${look}`}
      data-autofocus={autoFocus || undefined}
      disabled={disabled}
      onClick={() => {
        if (!busy && !held) onClick?.();
      }}
      type={submits ? 'submit' : 'button'}
    >
      <span className="label">{children}</span>
      {busy ? <span className="spinner" /> : null}
    </button>
  );
}

/** A link that looks like the screen's one action. It leads away from the page, as a link does. */
export function ButtonLink({
  children,
  href,
  autoFocus,
}: {
  children: ReactNode;
  href: string;
  autoFocus?: boolean;
}) {
  return (
    <a className="button primary" data-autofocus={autoFocus || undefined} href={href} rel="noreferrer">
      <span className="label">{children}</span>
    </a>
  );
}
