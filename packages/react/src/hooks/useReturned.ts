import { useEffect, useRef } from 'react';
import type { BindingResult } from '../binding.ts';
import type { ModalResult } from '../flow/index.ts';
import type { ReturnListener } from '../modal/index.ts';

/**
 * Hears how a visit to a provider ended that the page came back from. Anyone who began it was on the page before: all hooks
 * that are on the page now are told (LINK-18).
 */
export function useReturned<Result extends ModalResult>(
  { binding }: BindingResult,
  listener: ReturnListener<Result>,
): void {
  const latest = useRef(listener);
  latest.current = listener;
  useEffect(() => binding?.modal.onReturn(() => latest.current as ReturnListener), [binding]);
}
