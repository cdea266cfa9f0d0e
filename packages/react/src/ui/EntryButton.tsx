import type { MouseEvent, ReactNode } from 'react';

export interface EntryButtonProps {
  icon: ReactNode;
  label: string;
  /** Set if the label consists of names and addresses, which a translator must not replace. @default false */
  isVerbatim?: boolean;
  onClick(event: MouseEvent): void;
  disabled?: boolean;
  /** What it leads to is on its way: the icon is a spinner, and presses do nothing. @default false */
  busy?: boolean;
  /** A word at the row's end, such as 'Recent'. */
  badge?: string | undefined;
  /** What a press does, for the eyes alone: the looks of the row say when it shows. @default none */
  hint?: string;
  /** Whose rows have looks of their own. */
  className?: string;
}

/** A row of the landing that is one button: icon, label, and what stands at its end. */
export function EntryButton({
  icon,
  label,
  isVerbatim,
  onClick,
  disabled,
  busy = false,
  badge,
  hint,
  className,
}: EntryButtonProps) {
  return (
    <button
      aria-busy={busy || undefined}
      className={className ? `entry ${className}` : 'entry'}
      disabled={disabled || busy}
      onClick={onClick}
      type="button"
    >
      <span className="field-icon">{busy ? <span className="spinner" /> : icon}</span>
      <span className="entry-label" translate={isVerbatim ? 'no' : undefined}>
        {label}
      </span>
      {badge ? <span className="badge">{badge}</span> : null}
      {hint ? (
        <span aria-hidden="true" className="hint">
          {hint}
        </span>
      ) : null}
    </button>
  );
}
