/**
 * Finds proofs of the user that need no interaction, for the account types that have one. Separate from the records of
 * the account types, because `confirmRelease` loads it on pages that change no account.
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

/** Lists the finders, in the order in which they are tried. */
export const listFinders = (): readonly FindProof[] => Object.values(finders);
