import type { TransactionWarning } from '@latchkey/core';
import { transactionWarningsTexts } from '../../texts/generated/en/transactionWarnings.ts';
import { useTexts } from '../../texts/index.ts';
import { Icon } from '../../ui/index.ts';

/**
 * Warnings about a transaction or a permit, above the button that approves it. The frame's `readable/` decides on them.
 */
export function Warnings({
  warnings,
  compared,
}: {
  warnings: readonly TransactionWarning[];
  /** Address that the action goes to. The warning `resembles-known` shows it. */
  compared?: string;
}) {
  const texts = useTexts('transactionWarnings', transactionWarningsTexts);
  if (warnings.length === 0) return null;
  return (
    <div role="alert">
      <ul className="warnings">
        {warnings.map((warning) => (
          <li key={warning}>
            <Icon name="info" />
            <span>
              {texts[warning]}
              {warning === 'resembles-known' && compared ? (
                <span className="mono whole" translate="no">
                  {compared}
                </span>
              ) : null}
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}
