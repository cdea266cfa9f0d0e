import { useCallback, useLayoutEffect, useRef } from 'react';
import type { CloseReason } from '../flow/index.ts';
import { titleId } from '../ui/index.ts';
import { keepKeys } from './eventWall.ts';
import { isCloseable, Shell, type ShellProps, shownOf } from './Shell.tsx';
import { useDrawerDrag } from './useDrawerDrag.ts';
import { useKeyboardInset } from './useKeyboardInset.ts';
import { useScreenFocus } from './useScreenFocus.ts';

interface DialogShellProps extends Omit<ShellProps, 'onArrived' | 'onClose'> {
  host: HTMLElement;
  phase: 'opening' | 'open' | 'closing';
}

/**
 * The modal as a dialog in the top layer: above every z-index of the host page. The rest of the page is inert while
 * it is open, so a focus trap of the host page cannot take the focus back.
 */
export function DialogShell({ host, phase, ...shell }: DialogShellProps) {
  const open = phase === 'open';
  // Keeps key events from the host page already while the modal opens: an Escape at that time is meant for the modal.
  const keepsKeys = phase !== 'closing';
  const { flow, entry, ready } = shell;
  const dialog = useRef<HTMLDialogElement>(null);
  const pressedOutside = useRef(false);
  const close = useCallback(
    (reason: CloseReason) => {
      if (!ready || isCloseable(entry)) flow.close(reason);
    },
    [flow, entry, ready],
  );

  const latestClose = useRef(close);
  latestClose.current = close;

  useLayoutEffect(() => {
    const element = dialog.current;
    if (!element || element.open === open) return;
    if (open) element.showModal();
    else element.close();
  }, [open]);

  const onArrived = useScreenFocus(dialog, open, shownOf(shell));
  useKeyboardInset(dialog, open);
  useDrawerDrag(
    dialog,
    useCallback(() => close('drag'), [close]),
  );

  useLayoutEffect(() => {
    if (!keepsKeys) return;
    return keepKeys(host, (event) => {
      if (event.type !== 'keydown') return;
      if (event.key === 'Escape') latestClose.current('escape-key');
      else dialog.current?.querySelector<HTMLElement>('.shell')?.focus();
    });
  }, [host, keepsKeys]);

  return (
    // Reads Escape from the window and outside presses here, not from the native `close` event: a second Escape closes
    // a native dialog whatever its handlers do, and StrictMode emits stray events (packages/react/README.md).
    // biome-ignore lint/a11y/useKeyWithClickEvents: on the keyboard, Escape does what an outside press does.
    <dialog
      aria-labelledby={titleId}
      onCancel={(event) => event.preventDefault()}
      onClick={(event) => {
        if (pressedOutside.current && event.target === event.currentTarget) close('outside-press');
      }}
      onMouseDown={(event) => {
        // Only a press beside the shell has the dialog itself as target. A press that began inside the shell may be a
        // text selection, so it does not close the modal.
        pressedOutside.current = event.target === event.currentTarget;
        if (pressedOutside.current) event.preventDefault();
      }}
      ref={dialog}
      closedby="none"
    >
      <Shell {...shell} onArrived={onArrived} onClose={close} />
    </dialog>
  );
}
