import type { ReactNode } from 'react';
import { Title } from '../Title.tsx';
import { Progress } from './Progress.tsx';

export interface StatusProps {
  /** @default nothing is under way: no ring */
  state?: 'busy' | 'done' | 'failed';
  /** Whose it is, above the ring. */
  mark?: ReactNode;
  title: string;
  detail?: string;
  children?: ReactNode;
}

/** The centre of a screen that waits or reports: ring, what happens, one sentence. Changes are read aloud. */
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
