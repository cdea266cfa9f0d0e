import { useLayoutEffect, useState } from 'react';
import { timings } from '../../timings.ts';
import { Icon } from '../Icon.tsx';

/** Copies a text and confirms it for a while. */
export function CopyButton({
  text,
  label,
  copiedLabel,
  copiedMs = timings.copiedMs,
}: {
  text: string;
  label: string;
  copiedLabel: string;
  /** How long it confirms. @default 1500 */
  copiedMs?: number;
}) {
  const [copied, setCopied] = useState(false);

  useLayoutEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), copiedMs);
    return () => clearTimeout(timer);
  }, [copied, copiedMs]);

  return (
    <button
      aria-label={copied ? copiedLabel : label}
      className="icon-button copy"
      data-copied={copied || undefined}
      onClick={() => {
        // A page without permission to the clipboard gets no confirmation; there is nothing else to tell.
        navigator.clipboard?.writeText(text).then(
          () => setCopied(true),
          () => undefined,
        );
      }}
      type="button"
    >
      <Icon name={copied ? 'check' : 'copy'} />
    </button>
  );
}
