import { useRef } from 'react';
import { titleId } from '../ui/index.ts';
import { Shell, type ShellProps, shownOf } from './Shell.tsx';
import { useScreenFocus } from './useScreenFocus.ts';

/** The modal inline (`render.standalone`), without a close button (MODAL-11). */
export function PanelShell(shell: Omit<ShellProps, 'onArrived' | 'onClose'>) {
  const section = useRef<HTMLElement>(null);
  const onArrived = useScreenFocus(section, false, shownOf(shell));

  return (
    <section aria-labelledby={titleId} className="panel" ref={section}>
      <Shell {...shell} onArrived={onArrived} onClose={null} />
    </section>
  );
}
