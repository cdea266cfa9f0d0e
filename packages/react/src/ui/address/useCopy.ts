import { useLayoutEffect, useState } from 'react';
import { timings } from '../../timings.ts';

/**
 * Copies a text to the clipboard, and says for a while that it did (CONST-06). A page without permission to the clipboard
 * gets no confirmation; there is nothing else to tell.
 *
 * @param copiedMs how long it says so; 1500 unless it is said
 */
export function useCopy(
  copiedMs: number = timings.copiedMs,
): readonly [isCopied: boolean, copy: (text: string) => void] {
  const [isCopied, setCopied] = useState(false);

  useLayoutEffect(() => {
    if (!isCopied) return;
    const timer = setTimeout(() => setCopied(false), copiedMs);
    return () => clearTimeout(timer);
  }, [isCopied, copiedMs]);

  function copy(text: string): void {
    navigator.clipboard?.writeText(text).then(
      () => setCopied(true),
      () => undefined,
    );
  }
  return [isCopied, copy];
}
