/**
 * What proves the user without asking them anything, by the kinds of accounts that have such a thing. Apart from the record
 * of the kinds, because the wallet asks it on pages that change no account.
 */
import type { MethodId } from '@latchkey/wire';
import { findCustomToken } from './customToken.ts';
import type { FindProof } from './findProof.ts';
import { findGuestProof } from './guest.ts';
import { takeTelegramData } from './telegram.ts';

export type { FindProof } from './findProof.ts';

const finders: Partial<Record<MethodId, FindProof>> = {
  guest: findGuestProof,
  'custom-token': findCustomToken,
  telegram: takeTelegramData,
};

/** Everything that may prove the user so, in the order in which it is tried. */
export const listFinders = (): readonly FindProof[] => Object.values(finders);
