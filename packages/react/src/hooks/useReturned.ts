import { useEffect, useRef } from 'react';
import type { BindingResult } from '../binding.ts';
import type { ModalResult } from '../flow/index.ts';
import type { ReturnListener } from '../modal/index.ts';

/**
 * Listens for the result of a login or a linking that this page was opened to complete, such as after a redirect to a
 * provider, and of logging in with another app or linking its account. The component that started a redirect was on the
 * previous page, so all mounted hooks are called (LINK-18).
 */
export function useReturned<Result extends ModalResult>(
  { binding }: BindingResult,
  listener: ReturnListener<Result>,
): void {
  const latest = useRef(listener);
  latest.current = listener;
  useEffect(() => binding?.modal.onReturn(() => latest.current as ReturnListener), [binding]);
}
