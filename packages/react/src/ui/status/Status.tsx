import type { ReactNode } from 'react';
import { Title } from '../Title.tsx';
import { Progress } from './Progress.tsx';

export interface StatusProps {
  state: 'busy' | 'done' | 'failed';
  title: string;
  detail?: string;
  children?: ReactNode;
}

/** The centre of a screen that waits or reports: ring, what happens, one sentence. Changes are read aloud. */
export function Status({ state, title, detail, children }: StatusProps) {
  return (
    <div className="status">
      <Progress state={state} />
      <div className="status-words" role="status">
        <Title>{title}</Title>
        {detail ? <p className="muted">{detail}</p> : null}
      </div>
      {children}
    </div>
  );
}
