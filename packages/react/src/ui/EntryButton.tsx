import type { MouseEvent, ReactNode } from 'react';

export interface EntryButtonProps {
  icon: ReactNode;
  label: string;
  /**
   * True if the label consists of names and addresses, which the browser's translator must not replace. @default
   * false
   */
  isVerbatim?: boolean;
  onClick(event: MouseEvent): void;
  disabled?: boolean;
  /** True while the result of a click is in progress: the icon is a spinner, and clicks are ignored. @default false */
  busy?: boolean;
  /** Word at the end of the row, such as 'Recent'. */
  badge?: string | undefined;
  /**
   * Visual hint about what a click does, hidden from screen readers. The row's styles decide when it is shown.
   * @default none
   */
  hint?: string;
  className?: string;
}

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
