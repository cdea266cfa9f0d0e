import type { PropsOf } from '../screens/index.ts';
import { timings } from '../timings.ts';
import { fundEntry } from './fundEntry.ts';
import type { EntryOf } from './state.ts';
import type { Transitions } from './transition.ts';

type Name = 'EMBEDDED_WALLET_SEND_TRANSACTION_SCREEN';
type Props = PropsOf<Name>;

/**
 * Transitions of a transaction, from its review to its result. A submitted transaction continues if the user closes the
 * modal.
 */
export const sendTransitions = {
  EMBEDDED_WALLET_SEND_TRANSACTION_SCREEN: {
    submitted: ({ sending }) => ({ stay: true, deferred: sending }),
    sent: (sent, _facts, { entry }) => ({ to: at(entry, { sent }), result: sent, tells: true }),
    signed: (result) => ({ close: 'finished', afterMs: timings.closeAfterSuccessMs, result }),
    rejected: () => ({ close: 'given-up' }),
    failed: ({ error, hash = null }, _facts, { entry }) => ({
      to: at(entry, { failure: { error, hash }, retryOf: entry.props.retryOf ?? null }),
      failure: error,
    }),
    // Repeats the failed attempt. A second transaction could otherwise be sent in addition to it.
    retried: (_, _facts, { entry }) => ({
      to: at(entry, { retryOf: entry.props.failure?.hash ?? entry.props.retryOf ?? null }),
      anew: true,
    }),
    // The transaction is prepared again after funding, so an earlier confirmation does not count.
    'add-funds': ({ amount, target }, _facts, { entry }) => ({ to: fundsFor(entry, amount, target) }),
    done: () => ({ close: 'finished' }),
  },
} as const satisfies Pick<Transitions, Name>;

/** Returns the selection of a way to fund, for a transaction that lacks funds. It leads back to the transaction. */
function fundsFor(entry: EntryOf<Name>, missing: string, target: bigint) {
  const { address, chain, fundWalletConfig } = entry.props.request;
  const config = {
    ...fundWalletConfig,
    amount: fundWalletConfig?.amount ?? missing,
    // The chain's own coin is missing, so the host's choice of an asset does not apply.
    asset: 'native-currency',
    chain: { id: chain.id },
  } as const;
  return fundEntry({ funding: { address, chainType: 'ethereum', config, target }, returnTo: at(entry, {}) });
}

function at({ name, props: { act, request } }: EntryOf<Name>, change: Partial<Props>): EntryOf<Name> {
  return { name, props: { act, request, ...change } };
}
