import type { TransactionWarning } from '@latchkey/core';
import { Icon, useTexts } from '../../ui/index.ts';

export const transactionWarningTexts = {
  'unlimited-approval':
    'Anyone who controls this address can take all of these tokens, also those you get later. Approve only what you need.',
  'everything-approved':
    'Anyone who controls this address can take every NFT of this collection, also those you get later.',
  'approval-without-code': "This address isn't a contract. Apps ask for their contracts: this may be a scam.",
  'to-token-contract': "You're sending to the contract itself. What it gets is usually lost.",
  'resembles-known':
    'This address looks like one you know, but is another one. Compare every character before you send.',
  'excessive-fee': 'The fee is far higher than usual.',
} as const satisfies Record<TransactionWarning, string>;

/** The warnings of a transaction, above the button that agrees. `findWarnings` of the frame's `readable/` decides on them. */
export function Warnings({
  warnings,
  compared,
}: {
  warnings: readonly TransactionWarning[];
  /** The address that is not what it looks like. */
  compared?: string;
}) {
  const texts = useTexts('transactionWarnings', transactionWarningTexts);
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
