import type { FundingPlace } from '../screens/index.ts';
import type { Entry, EntryOf } from './state.ts';

export function fundEntry(place: FundingPlace): EntryOf<'FUNDING_METHOD_SELECTION'> {
  return { name: 'FUNDING_METHOD_SELECTION', props: placeOf(place) };
}

/**
 * Returns the entry that a funding returns to, or null. Funding screens hold it as an opaque object, because its type
 * would name the data of every screen.
 */
export const returnEntryOf = ({ returnTo }: FundingPlace): Entry | null => (returnTo ?? null) as Entry | null;

/** Returns the props that all funding screens share, without those of one screen. */
export function placeOf({ funding, amount, returnTo, isPrompt, tell }: FundingPlace): FundingPlace {
  return {
    funding,
    ...(amount === undefined ? {} : { amount }),
    ...(returnTo ? { returnTo } : {}),
    ...(isPrompt ? { isPrompt } : {}),
    ...(tell ? { tell } : {}),
  };
}
