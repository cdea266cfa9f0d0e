import type { ReactNode } from 'react';

export interface EntryButtonProps {
  icon: ReactNode;
  label: string;
  onClick(): void;
  disabled?: boolean;
  /** A word at the row's end, such as 'Recent'. */
  badge?: string | undefined;
}

/** A row of the landing that is one button: icon, label, and what stands at its end. */
export function EntryButton({ icon, label, onClick, disabled, badge }: EntryButtonProps) {
  return (
    <button className="entry" disabled={disabled} onClick={onClick} type="button">
      <span className="field-icon">{icon}</span>
      <span className="entry-label">{label}</span>
      {badge ? <span className="badge">{badge}</span> : null}
    </button>
  );
}
