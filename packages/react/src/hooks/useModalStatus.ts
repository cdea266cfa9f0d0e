import { useSyncExternalStore } from 'react';
import { useBindingResult } from '../binding.ts';

const subscribeNothing = () => () => undefined;

/**
 * Whether the modal is open, so that a page can hold still behind it.
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
