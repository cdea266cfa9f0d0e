import type { FundingResult, FundingWay } from '@latchkey/core';
import type { ServiceError } from '@latchkey/wire';
import { methodOf } from '../fundingMethod.ts';
import type { ModalRequest } from '../request.ts';
import type { FundingPlace, PropsOf } from '../screens/index.ts';
import { placeOf, returnEntryOf } from './fundEntry.ts';
import type { EntryOf } from './state.ts';
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
 * Funding, from the choice of a way to what became of it: loaded with its screens, which most people never see. Where a
 * transaction was short, its end is that transaction; a visit for another thing keeps its own result.
 */
export const fundingTransitions = {
  FUNDING_METHOD_SELECTION: {
    chosen: ({ way, amount }, _facts, { entry }) => ({ to: entryOf(way, { ...entry.props, amount }) }),
    // The window was opened in the press: no browser opens one later.
    coinbase: ({ amount, popup }, _facts, { entry }) => ({
      to: {
        name: 'COINBASE_ONRAMP_STATUS',
        props: { ...placeOf({ ...entry.props, amount }), popup, ...(popup ? {} : { isBlocked: true }) },
      },
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
    back: (_, _facts, { entry }) => ({ to: selection(entry.props) }),
  },
  FUNDING_AWAITING_TRANSFER_FROM_EXTERNAL_WALLET: {
    // The wallet was asked: closing the modal stops nothing any more.
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
    back: (_, _facts, { entry }) => ({ to: selection(entry.props) }),
  },
  MOONPAY_PROMPT: {
    opened: ({ purchase }, _facts, { entry, request }) => ({
      to: { name: 'MOONPAY_STATUS', props: { ...placeOf(entry.props), purchase } },
      ...resultOf(request, resultFor(entry.props, { status: 'pending', way: 'moonpay' })),
    }),
    continued: (_, _facts, { entry }) => end(entry.props),
    failed: ({ error }, _facts, { entry }) => ({
      to: selection(entry.props, { problem: 'moonpay' }),
      failure: error,
    }),
    back: (_, _facts, { entry }) => ({ to: selection(entry.props) }),
  },
  MOONPAY_STATUS: {
    ended: ({ status }, _facts, { entry, request }) => ({
      to: { name: entry.name, props: { ...entry.props, status } },
      // A service that does not answer says nothing of what was paid.
      ...(status === 'serviceFailure'
        ? {}
        : resultOf(
            request,
            resultFor(entry.props, {
              status: status === 'completed' ? 'completed' : 'cancelled',
              way: 'moonpay',
            }),
          )),
    }),
    again: (_, _facts, { entry }) => ({ to: selection(entry.props) }),
    failed: ({ error }, _facts, { entry }) => broken(entry.props, error),
    done: (_, _facts, { entry }) => end(entry.props),
    back: (_, _facts, { entry }) => ({ to: selection(entry.props) }),
  },
  COINBASE_ONRAMP_STATUS: {
    opened: ({ popup }, _facts, { entry }) => ({
      to: { name: entry.name, props: { ...entry.props, popup } },
    }),
    started: ({ id }, _facts, { entry, request }) => ({
      to: { name: entry.name, props: { ...entry.props, id } },
      ...resultOf(request, resultFor(entry.props, { status: 'pending', way: 'coinbase' })),
    }),
    ended: ({ outcome }, _facts, { entry, request }) => ({
      to: { name: entry.name, props: { ...entry.props, outcome } },
      ...(outcome === 'timeout' || outcome === 'exit'
        ? {}
        : resultOf(
            request,
            resultFor(entry.props, {
              status: outcome === 'success' ? 'completed' : 'cancelled',
              way: 'coinbase',
            }),
          )),
    }),
    again: (_, _facts, { entry }) => ({ to: selection(entry.props) }),
    failed: ({ error }, _facts, { entry }) => ({
      to: selection(entry.props, { problem: 'coinbase' }),
      failure: error,
    }),
    done: (_, _facts, { entry }) => end(entry.props),
    back: (_, _facts, { entry }) => ({ to: selection(entry.props) }),
  },
} as const satisfies Pick<Transitions, FundingScreen>;

/** The same again: the way that the host wants opened at once was opened before. */
function selection(
  place: FundingPlace,
  change: Pick<PropsOf<'FUNDING_METHOD_SELECTION'>, 'problem'> = {},
): EntryOf<'FUNDING_METHOD_SELECTION'> {
  return { name: 'FUNDING_METHOD_SELECTION', props: { ...placeOf(place), isAgain: true, ...change } };
}

function fromWallet(
  place: FundingPlace,
  props: Pick<PropsOf<'FUNDING_TRANSFER_FROM_WALLET'>, 'mode' | 'wallet' | 'quote'>,
): EntryOf<'FUNDING_TRANSFER_FROM_WALLET'> {
  return { name: 'FUNDING_TRANSFER_FROM_WALLET', props: { ...placeOf(place), ...props } };
}

function entryOf(
  way: FundingWay,
  place: FundingPlace,
): EntryOf<
  'COINBASE_ONRAMP_STATUS' | 'FUNDING_MANUAL_TRANSFER' | 'FUNDING_TRANSFER_FROM_WALLET' | 'MOONPAY_PROMPT'
> {
  switch (way) {
    case 'moonpay':
      return { name: 'MOONPAY_PROMPT', props: placeOf(place) };
    // Without a press, no window is open.
    case 'coinbase':
      return { name: 'COINBASE_ONRAMP_STATUS', props: { ...placeOf(place), popup: null } };
    case 'wallet':
    case 'bridge':
      return fromWallet(place, { mode: way });
    case 'manual':
      return { name: 'FUNDING_MANUAL_TRANSFER', props: placeOf(place) };
  }
}

/** Back to what the funds were for, prepared anew; else out. */
function end(place: FundingPlace) {
  const to = returnEntryOf(place);
  return to ? ({ to, anew: true } as const) : ({ close: 'finished' } as const);
}

/** What was asked for can't be funded after all, such as by a user who has logged out meanwhile. */
function broken(place: FundingPlace, error: ServiceError) {
  const previous = returnEntryOf(place);
  const props = { error, previous, ...(previous ? {} : { isFinal: true }) } as const;
  return { to: { name: 'ERROR_SCREEN', props }, failure: error } as const;
}

const walletOf = ({ plan }: PropsOf<'FUNDING_AWAITING_TRANSFER_FROM_EXTERNAL_WALLET'>) =>
  plan.way === 'wallet' ? plan.transfer.wallet : plan.wallet;

function resultFor(
  { funding, amount }: FundingPlace,
  { way, ...said }: Pick<FundingResult, 'status' | 'transactionHash'> & { way: FundingWay },
): FundingResult {
  return {
    address: funding.address,
    fundingMethod: methodOf(way),
    ...(amount === undefined ? {} : { amount }),
    ...said,
  };
}

/** What was sent has arrived where it stayed on its network. */
function resultAfter(
  place: PropsOf<'FUNDING_AWAITING_TRANSFER_FROM_EXTERNAL_WALLET'>,
  transactionHash: string,
): FundingResult {
  const { way } = place.plan;
  return resultFor(place, { status: way === 'wallet' ? 'completed' : 'pending', way, transactionHash });
}

/** A transfer that the wallet did not send, after the person left, was cancelled: no host is told of a failure then. */
function resultOfSending(
  place: PropsOf<'FUNDING_AWAITING_TRANSFER_FROM_EXTERNAL_WALLET'>,
  sending: Promise<string>,
): Promise<FundingResult> {
  return sending.then(
    (hash) => resultAfter(place, hash),
    () => resultFor(place, { status: 'cancelled', way: place.plan.way }),
  );
}

/** A visit for something else keeps its own result. */
function resultOf({ intent }: ModalRequest, result: FundingResult): { result?: FundingResult } {
  return intent === 'fund' ? { result } : {};
}
