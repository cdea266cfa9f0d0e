import type { PropsOf } from '../screens/index.ts';
import { timings } from '../timings.ts';
import { fundEntry } from './fundEntry.ts';
import type { EntryOf } from './state.ts';
import type { Transitions } from './transition.ts';

type Name = 'EMBEDDED_WALLET_SEND_TRANSACTION_SCREEN';
type Props = PropsOf<Name>;

/**
 * A transaction, from its review to what became of it. Once a person has agreed, it goes on whatever they close, and the
 * caller hears of it as soon as the chain has it.
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
    // The attempt that failed is repeated, so that no second one comes beside it.
    retried: (_, _facts, { entry }) => ({
      to: at(entry, { retryOf: entry.props.failure?.hash ?? entry.props.retryOf ?? null }),
      anew: true,
    }),
    // What it was prepared by is read anew behind it: nothing that was agreed to is carried over.
    'add-funds': ({ amount, target }, _facts, { entry }) => ({ to: fundsFor(entry, amount, target) }),
    done: () => ({ close: 'finished' }),
  },
} as const satisfies Pick<Transitions, Name>;

/** The choice of a way to fund a transaction that is short, which it leads back to. */
function fundsFor(entry: EntryOf<Name>, missing: string, target: bigint) {
  const { address, chain, fundWalletConfig } = entry.props.request;
  const config = {
    ...fundWalletConfig,
    amount: fundWalletConfig?.amount ?? missing,
    // What is missing is the chain's own coin, whatever the host would have funded.
    asset: 'native-currency',
    chain: { id: chain.id },
  } as const;
  return fundEntry({ funding: { address, chainType: 'ethereum', config, target }, returnTo: at(entry, {}) });
}

/** The same transaction, further on. */
function at({ name, props: { act, request } }: EntryOf<Name>, change: Partial<Props>): EntryOf<Name> {
  return { name, props: { act, request, ...change } };
}
