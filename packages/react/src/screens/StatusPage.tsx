import type { ReactNode } from 'react';
import { Status, type StatusProps } from '../ui/index.ts';
import { Page } from './Page.tsx';

interface StatusPageProps extends StatusProps {
  /** Buttons at the foot. With null the foot keeps its space. @default no foot */
  actions?: ReactNode;
}

export function StatusPage({ actions, ...status }: StatusPageProps) {
  return (
    <Page actions={actions}>
      <Status {...status} />
    </Page>
  );
}
