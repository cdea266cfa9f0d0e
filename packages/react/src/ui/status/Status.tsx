import type { ReactNode } from 'react';
import { Title } from '../Title.tsx';
import { Progress } from './Progress.tsx';

export interface StatusProps {
  /** @default no ring, because nothing is running */
  state?: 'busy' | 'done' | 'failed';
  /** Logo above the ring, such as that of a wallet. */
  mark?: ReactNode;
  title: string;
  detail?: string;
  children?: ReactNode;
}

/** Ring, title and one sentence. Screen readers announce changes. */
export function Status({ state, title, detail, mark, children }: StatusProps) {
  return (
    <div className="status">
      {mark}
      {state ? <Progress state={state} /> : null}
      <div className="status-words" role="status">
        <Title>{title}</Title>
        {detail ? <p className="muted">{detail}</p> : null}
      </div>
      {children}
    </div>
  );
}
