import type { PurchaseEnd } from '@latchkey/core';
import type { OnRampWay } from '@latchkey/wire';
import type { ModalRequest } from '../request.ts';
import type {
  FundingPlace,
  OnRampPromptExits,
  OnRampStatusExits,
  OnRampStatusProps,
  OnRampWindowExits,
  OnRampWindowProps,
} from '../screens/index.ts';
import { placeOf } from './fundEntry.ts';
import { backToSelection, broken, end, resultFor, resultOf } from './fundingSteps.ts';

export interface OnRampPlace<Props> {
  readonly entry: { readonly props: Props };
  readonly request: ModalRequest;
}

export const promptEntry =
  <Name extends string>(name: Name) =>
  (place: FundingPlace) => ({ name, props: placeOf(place) });

/** Creates the entry of the status screen of an on-ramp in a popup. */
export const windowEntry =
  <Name extends string>(name: Name) =>
  (place: FundingPlace, popup: Window | null | undefined) => ({
    name,
    props: {
      ...placeOf(place),
      popup: popup ?? null,
      ...(popup === null ? { isBlocked: true as const } : {}),
    },
  });

const leaving = {
  again: (_: undefined, _facts: unknown, { entry }: OnRampPlace<FundingPlace>) => ({
    to: backToSelection(entry.props),
  }),
  done: (_: undefined, _facts: unknown, { entry }: OnRampPlace<FundingPlace>) => end(entry.props),
  back: (_: undefined, _facts: unknown, { entry }: OnRampPlace<FundingPlace>) => ({
    to: backToSelection(entry.props),
  }),
};

/**
 * Creates the transitions of an on-ramp's prompt.
 *
 * @param status name of its status screen
 */
export const promptTransitions = <Status extends string>(way: OnRampWay, status: Status) => ({
  opened: (
    { purchase }: OnRampPromptExits['opened'],
    _facts: unknown,
    { entry, request }: OnRampPlace<FundingPlace>,
  ) => ({
    to: { name: status, props: { ...placeOf(entry.props), purchase } },
    ...resultOf(request, resultFor(entry.props, { status: 'pending', way })),
  }),
  continued: (_: undefined, _facts: unknown, { entry }: OnRampPlace<FundingPlace>) => end(entry.props),
  failed: (
    { error }: OnRampPromptExits['failed'],
    _facts: unknown,
    { entry }: OnRampPlace<FundingPlace>,
  ) => ({ to: backToSelection(entry.props, { problem: way }), failure: error }),
  back: (_: undefined, _facts: unknown, { entry }: OnRampPlace<FundingPlace>) => ({
    to: backToSelection(entry.props),
  }),
});

type StatusPlace = OnRampPlace<OnRampStatusProps | OnRampWindowProps>;

/**
 * Creates the transitions of the status screen of an on-ramp in its own tab.
 *
 * @param name name of the screen
 */
export const statusTransitions = <Name extends string>(way: OnRampWay, name: Name) => ({
  ended: (
    { status }: OnRampStatusExits['ended'],
    _facts: unknown,
    { entry, request }: OnRampPlace<OnRampStatusProps>,
  ) => ({
    to: { name, props: { ...entry.props, status } },
    ...resultOfEnd(way, status, { entry, request }),
  }),
  // The purchase exists. The failure means that the wallet can no longer be funded, for example after a logout.
  failed: ({ error }: OnRampStatusExits['failed'], _facts: unknown, { entry }: StatusPlace) =>
    broken(entry.props, error),
  ...leaving,
});

/**
 * Creates the transitions of the status screen of an on-ramp in a popup.
 *
 * @param name name of the screen
 */
export const windowTransitions = <Name extends string>(way: OnRampWay, name: Name) => ({
  opened: (
    { popup }: OnRampWindowExits['opened'],
    _facts: unknown,
    { entry }: OnRampPlace<OnRampWindowProps>,
  ) => ({ to: { name, props: { ...entry.props, popup } } }),
  started: (
    { purchase }: OnRampWindowExits['started'],
    _facts: unknown,
    { entry, request }: OnRampPlace<OnRampWindowProps>,
  ) => ({
    to: { name, props: { ...entry.props, purchase } },
    ...resultOf(request, resultFor(entry.props, { status: 'pending', way })),
  }),
  ended: (
    { status }: OnRampWindowExits['ended'],
    _facts: unknown,
    { entry, request }: OnRampPlace<OnRampWindowProps>,
  ) => ({
    to: { name, props: { ...entry.props, status } },
    ...resultOfEnd(way, status, { entry, request }),
  }),
  failed: ({ error }: OnRampWindowExits['failed'], _facts: unknown, { entry }: StatusPlace) => ({
    to: backToSelection(entry.props, { problem: way }),
    failure: error,
  }),
  ...leaving,
});

/** Returns the result of an ended purchase. If the end is neither completed nor failed, the earlier result is kept. */
function resultOfEnd(way: OnRampWay, end: PurchaseEnd, { entry, request }: StatusPlace) {
  if (end !== 'completed' && end !== 'failed') return {};
  const status = end === 'completed' ? 'completed' : 'cancelled';
  return resultOf(request, resultFor(entry.props, { status, way }));
}
