import { useLayoutEffect, useState } from 'react';
import { timings } from '../../timings.ts';

/**
 * Returns a function that copies a text to the clipboard, and a flag that is true for a while after a copy (CONST-06).
 * If the page has no clipboard permission, the flag stays false.
 *
 * @param copiedMs how long the copy is confirmed, in ms. Default 1500
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
