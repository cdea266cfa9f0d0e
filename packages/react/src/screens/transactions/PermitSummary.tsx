import type { TransactionAction, TransactionWarning } from '@latchkey/core';
import { findActionWarnings, readPermit } from '@latchkey/frame/readable';
import { useRef } from 'react';
import { transactionActionsTexts } from '../../texts/generated/en/transactionActions.ts';
import { useTexts } from '../../texts/index.ts';
import { Sentence, useSheet } from '../../ui/index.ts';
import { describeAction } from './describe.ts';
import { transactionsCss } from './transactions.css.ts';
import { useSpelling } from './useSpelling.ts';
import { Warnings } from './Warnings.tsx';

export interface Permit {
  readonly action: TransactionAction;
  readonly warnings: readonly TransactionWarning[];
}

/**
 * Reads data of a known form that changes how many tokens others may spend once it is signed. Returns null for data of
 * another form.
 *
 * @throws Refusal for data that the frame refuses to sign
 */
export function findPermit(typedData: unknown): Permit | null {
  const action = readPermit(typedData);
  return action && { action, warnings: findActionWarnings(action) };
}

/** Placeholder chain, because the data itself names the chain. */
const facts = { chain: { id: 0, name: '' }, token: null, price: null };

export function PermitSummary({ permit: { action, warnings } }: { permit: Permit }) {
  const place = useRef<HTMLDivElement>(null);
  useSheet(place, transactionsCss);
  const texts = useTexts('transactionActions', transactionActionsTexts);
  const spelling = useSpelling(facts);
  const actions = action.kind === 'batch' ? action.actions : [action];
  return (
    <div className="permit" ref={place}>
      <ul className="steps plain">
        {actions.map((one, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: what is signed never changes while it is shown.
          <li key={index}>
            <Sentence>{describeAction(one, texts, spelling)}</Sentence>
          </li>
        ))}
      </ul>
      <Warnings warnings={warnings} />
    </div>
  );
}
