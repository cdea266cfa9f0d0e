import { useSyncExternalStore } from 'react';
import { useBindingResult } from '../binding.ts';

const subscribeNothing = () => () => undefined;

/**
 * Tells whether the modal is open, for pages that pause animations or video behind it.
 *
 * @example
 * ```tsx
 * const { isOpen } = useModalStatus();
 * return <video autoPlay={!isOpen} />;
 * ```
 */
export function useModalStatus(): { isOpen: boolean } {
  const { binding } = useBindingResult();
  const isOpen = useSyncExternalStore(
    binding?.modal.subscribe ?? subscribeNothing,
    binding?.modal.isOpen ?? (() => false),
    () => false,
  );
  return { isOpen };
}
