import type { ReactNode } from 'react';
import { Status, type StatusProps } from '../ui/index.ts';

interface StatusPageProps extends StatusProps {
  /** What there is to do about it, at the foot, whose room stays where it is nothing now. @default no foot */
  end?: ReactNode;
}

/** A screen that waits or reports, and nothing else. */
export function StatusPage({ end, ...status }: StatusPageProps) {
  return (
    <div className="page">
      <Status {...status} />
      {end === undefined ? null : <div className="page-end">{end}</div>}
    </div>
  );
}
