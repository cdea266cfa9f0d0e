import type { FundingResult, FundingWay } from '@latchkey/core';
import type { OnRampWay } from '@latchkey/wire';
import type { FundingPlace, PropsOf } from '../screens/index.ts';
import { placeOf } from './fundEntry.ts';
import { backToSelection, broken, end, resultFor, resultOf } from './fundingSteps.ts';
import {
  promptEntry,
  promptTransitions,
  statusTransitions,
  windowEntry,
  windowTransitions,
} from './onRampTransitions.ts';
import type { Entry, EntryOf } from './state.ts';
import type { Transitions } from './transition.ts';

export type FundingScreen =
  | 'COINBASE_ONRAMP_STATUS'
  | 'FUNDING_AWAITING_TRANSFER_FROM_EXTERNAL_WALLET'
  | 'FUNDING_MANUAL_TRANSFER'
  | 'FUNDING_METHOD_SELECTION'
  | 'FUNDING_TRANSFER_FROM_WALLET'
  | 'MOONPAY_PROMPT'
  | 'MOONPAY_STATUS';

/**
 * Transitions of funding, from the choice of a way to its result. If a transaction lacked funds, the flow returns to
 * it.
 */
export const fundingTransitions = {
  FUNDING_METHOD_SELECTION: {
    chosen: ({ way, amount, popup }, _facts, { entry }) => ({
      to: entryOf(way, { ...entry.props, amount }, popup),
    }),
    skipped: () => ({ close: 'finished' }),
    continued: (_, _facts, { entry }) => end(entry.props),
    failed: ({ error }, _facts, { entry }) => broken(entry.props, error),
    back: (_, _facts, { entry }) => end(entry.props),
  },
  FUNDING_TRANSFER_FROM_WALLET: {
    confirmed: ({ plan }, _facts, { entry }) => ({
      to: {
        name: 'FUNDING_AWAITING_TRANSFER_FROM_EXTERNAL_WALLET',
        props: { ...placeOf(entry.props), plan },
      },
    }),
    continued: (_, _facts, { entry }) => end(entry.props),
    failed: ({ error }, _facts, { entry }) => broken(entry.props, error),
    back: (_, _facts, { entry }) => ({ to: backToSelection(entry.props) }),
  },
  FUNDING_AWAITING_TRANSFER_FROM_EXTERNAL_WALLET: {
    // The wallet is being called, so closing the modal no longer stops the transfer.
    submitted: ({ sending }, _facts, { entry, request }) =>
      request.intent === 'fund'
        ? { stay: true, deferred: resultOfSending(entry.props, sending) }
        : { stay: true },
    sent: ({ hash }, _facts, { entry, request }) => ({
      to: { name: entry.name, props: { ...entry.props, hash } },
      ...resultOf(request, resultAfter(entry.props, hash)),
    }),
    ended: ({ outcome }, _facts, { entry, request }) => ({
      to: { name: entry.name, props: { ...entry.props, outcome } },
      ...resultOf(
        request,
        resultFor(entry.props, {
          status: outcome === 'completed' ? 'completed' : 'cancelled',
          way: entry.props.plan.way,
          ...(entry.props.hash ? { transactionHash: entry.props.hash } : {}),
        }),
      ),
    }),
    changed: ({ quote }, _facts, { entry: { props } }) => ({
      to: fromWallet(props, { mode: 'bridge', wallet: walletOf(props), quote }),
    }),
    failed: ({ error }, _facts, { entry }) => ({
      to: { name: entry.name, props: { ...entry.props, error } },
      failure: error,
    }),
    again: (_, _facts, { entry: { props } }) => ({
      to: fromWallet(props, { mode: props.plan.way, wallet: walletOf(props) }),
    }),
    done: (_, _facts, { entry }) => end(entry.props),
  },
  FUNDING_MANUAL_TRANSFER: {
    done: (_, _facts, { entry, request }) => ({
      ...end(entry.props),
      ...resultOf(request, resultFor(entry.props, { status: 'completed', way: 'manual' })),
    }),
    failed: ({ error }, _facts, { entry }) => broken(entry.props, error),
    back: (_, _facts, { entry }) => ({ to: backToSelection(entry.props) }),
  },
  COINBASE_ONRAMP_STATUS: windowTransitions('coinbase', 'COINBASE_ONRAMP_STATUS'),
  MOONPAY_PROMPT: promptTransitions('moonpay', 'MOONPAY_STATUS'),
  MOONPAY_STATUS: statusTransitions('moonpay', 'MOONPAY_STATUS'),
} as const satisfies Pick<Transitions, FundingScreen>;

function fromWallet(
  place: FundingPlace,
  props: Pick<PropsOf<'FUNDING_TRANSFER_FROM_WALLET'>, 'mode' | 'wallet' | 'quote'>,
): EntryOf<'FUNDING_TRANSFER_FROM_WALLET'> {
  return { name: 'FUNDING_TRANSFER_FROM_WALLET', props: { ...placeOf(place), ...props } };
}

const onRampEntries = {
  coinbase: windowEntry('COINBASE_ONRAMP_STATUS'),
  moonpay: promptEntry('MOONPAY_PROMPT'),
} as const satisfies Record<OnRampWay, (place: FundingPlace, popup: Window | null | undefined) => Entry>;

/**
 * Returns the first screen of a way to fund.
 *
 * @param popup opened in a click handler; null if the browser blocked it, undefined if none was opened
 */
function entryOf(way: FundingWay, place: FundingPlace, popup: Window | null | undefined) {
  switch (way) {
    case 'wallet':
    case 'bridge':
      return fromWallet(place, { mode: way });
    case 'manual':
      return { name: 'FUNDING_MANUAL_TRANSFER', props: placeOf(place) } as const;
    default:
      return onRampEntries[way](place, popup);
  }
}

const walletOf = ({ plan }: PropsOf<'FUNDING_AWAITING_TRANSFER_FROM_EXTERNAL_WALLET'>) =>
  plan.way === 'wallet' ? plan.transfer.wallet : plan.wallet;

function resultAfter(
  place: PropsOf<'FUNDING_AWAITING_TRANSFER_FROM_EXTERNAL_WALLET'>,
  transactionHash: string,
): FundingResult {
  const { way } = place.plan;
  return resultFor(place, { status: way === 'wallet' ? 'completed' : 'pending', way, transactionHash });
}

/**
 * Returns the result of a transfer that the user left. A transfer that the wallet does not send counts as cancelled,
 * not as failed.
 */
function resultOfSending(
  place: PropsOf<'FUNDING_AWAITING_TRANSFER_FROM_EXTERNAL_WALLET'>,
  sending: Promise<string>,
): Promise<FundingResult> {
  return sending.then(
    (hash) => resultAfter(place, hash),
    () => resultFor(place, { status: 'cancelled', way: place.plan.way }),
  );
}
