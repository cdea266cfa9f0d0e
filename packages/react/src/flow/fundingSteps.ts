import type { FundingResult, FundingWay } from '@latchkey/core';
import type { ServiceError } from '@latchkey/wire';
import { methodOf } from '../fundingMethod.ts';
import type { ModalRequest } from '../request.ts';
import type { FundingPlace, PropsOf } from '../screens/index.ts';
import { placeOf, returnEntryOf } from './fundEntry.ts';
import type { EntryOf } from './state.ts';

/** Returns the entry of the selection screen, which this time does not open the host's preferred way. */
export function backToSelection(
  place: FundingPlace,
  change: Pick<PropsOf<'FUNDING_METHOD_SELECTION'>, 'problem'> = {},
): EntryOf<'FUNDING_METHOD_SELECTION'> {
  return { name: 'FUNDING_METHOD_SELECTION', props: { ...placeOf(place), isAgain: true, ...change } };
}

/**
 * Returns the step back to the transaction that the funds were for, prepared again; closes the modal if there is
 * none.
 */
export function end(place: FundingPlace) {
  const to = returnEntryOf(place);
  return to ? ({ to, anew: true } as const) : ({ close: 'finished' } as const);
}

/** Returns the step to an error screen, for a funding that is no longer possible, for example after a logout. */
export function broken(place: FundingPlace, error: ServiceError) {
  const previous = returnEntryOf(place);
  const props = { error, previous, ...(previous ? {} : { isFinal: true }) } as const;
  return { to: { name: 'ERROR_SCREEN', props }, failure: error } as const;
}

export function resultFor(
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

/** A visit for another purpose keeps its own result. */
export function resultOf({ intent }: ModalRequest, result: FundingResult): { result?: FundingResult } {
  return intent === 'fund' ? { result } : {};
}
