import type { ReactNode } from 'react';

export interface EntryButtonProps {
  icon: ReactNode;
  label: string;
  onClick(): void;
  disabled?: boolean;
  /** What it leads to is on its way: the icon is a spinner, and presses do nothing. @default false */
  busy?: boolean;
  /** A word at the row's end, such as 'Recent'. */
  badge?: string | undefined;
}

/** A row of the landing that is one button: icon, label, and what stands at its end. */
export function EntryButton({ icon, label, onClick, disabled, busy = false, badge }: EntryButtonProps) {
  return (
    <button
      aria-busy={busy || undefined}
      className="entry"
      disabled={disabled || busy}
      onClick={onClick}
      type="button"
    >
      <span className="field-icon">{busy ? <span className="spinner" /> : icon}</span>
      <span className="entry-label">{label}</span>
      {badge ? <span className="badge">{badge}</span> : null}
    </button>
  );
}
