import { Icon } from '../Icon.tsx';
import { useCopy } from './useCopy.ts';

export function CopyButton({
  text,
  label,
  copiedLabel,
  copiedMs,
}: {
  text: string;
  label: string;
  copiedLabel: string;
  /** Duration of the confirmation, in ms. @default 1500 */
  copiedMs?: number;
}) {
  const [isCopied, copy] = useCopy(copiedMs);

  return (
    <button
      aria-label={isCopied ? copiedLabel : label}
      className="icon-button copy"
      data-copied={isCopied || undefined}
      onClick={() => copy(text)}
      type="button"
    >
      <Icon name={isCopied ? 'check' : 'copy'} />
    </button>
  );
}
