import type { ReactNode } from 'react';

export interface ButtonProps {
  children: ReactNode;
  /** Called on a click. Not needed if the button submits a form. */
  onClick?(): void;
  /** True if the button submits its form. @default false */
  submits?: boolean;
  /** @default 'primary' */
  look?: 'primary' | 'secondary' | 'plain' | 'danger';
  disabled?: boolean;
  /** True while work is running: keeps width and focus, and does not call `onClick`. A form must ignore a second submit. */
  busy?: boolean;
  /** True to ignore clicks for now and keep the focus, because the button has just changed its meaning. */
  held?: boolean;
  autoFocus?: boolean;
}

/** A button. It stays focusable while busy. */
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
      // A held Enter would click again and again, and could approve what the user has not read.
      onKeyDown={(event) => {
        if (event.repeat && event.key === 'Enter') event.preventDefault();
      }}
      type={submits ? 'submit' : 'button'}
    >
      <span className="label">{children}</span>
      {busy ? <span className="spinner" /> : null}
    </button>
  );
}

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
