import type { TransactionWarning } from '@latchkey/core';
import { transactionWarningsTexts } from '../../texts/generated/en/transactionWarnings.ts';
import { useTexts } from '../../texts/index.ts';
import { Icon } from '../../ui/index.ts';

/** The warnings of a transaction, above the button that agrees. `findWarnings` of the frame's `readable/` decides on them. */
export function Warnings({
  warnings,
  compared,
}: {
  warnings: readonly TransactionWarning[];
  /** The address that is not what it looks like. */
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
