import type { FundingPlace } from '../screens/index.ts';
import type { Entry, EntryOf } from './state.ts';

/** The choice of a way, as the first screen of a funding. */
export function fundEntry(place: FundingPlace): EntryOf<'FUNDING_METHOD_SELECTION'> {
  return { name: 'FUNDING_METHOD_SELECTION', props: placeOf(place) };
}

/**
 * Returns the entry that a funding leads back to; null if it leads nowhere. The screens of funding carry it as an opaque
 * object: its type would name the data of every screen.
 */
export const returnEntryOf = ({ returnTo }: FundingPlace): Entry | null => (returnTo ?? null) as Entry | null;

/** What all screens of a funding have in common, without what one of them has besides. */
export function placeOf({ funding, amount, returnTo, isPrompt, tell }: FundingPlace): FundingPlace {
  return {
    funding,
    ...(amount === undefined ? {} : { amount }),
    ...(returnTo ? { returnTo } : {}),
    ...(isPrompt ? { isPrompt } : {}),
    ...(tell ? { tell } : {}),
  };
}
