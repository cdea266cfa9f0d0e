import type { ReactNode } from 'react';
import { Status, type StatusProps } from '../ui/index.ts';
import { Page } from './Page.tsx';

interface StatusPageProps extends StatusProps {
  /** Buttons that stay in sight at the foot. With null the foot keeps its room. @default no foot */
  actions?: ReactNode;
}

/** A screen that waits or reports, and nothing else. */
export function StatusPage({ actions, ...status }: StatusPageProps) {
  return (
    <Page actions={actions}>
      <Status {...status} />
    </Page>
  );
}
