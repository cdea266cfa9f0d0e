import type { FundingPlace } from '../screens/index.ts';
import type { Entry } from './state.ts';

/** The choice of a way, as the first screen of a funding. */
export function fundEntry(place: FundingPlace): Entry {
  return { name: 'FUNDING_METHOD_SELECTION', props: placeOf(place) };
}

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
