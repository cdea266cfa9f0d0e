import { findFactorPrompt } from '@latchkey/core';
import type { FactorPurpose, MfaMethod, ServiceError } from '@latchkey/wire';
import type { LoginResult, ModalRequest } from '../request.ts';
import type { VerifyProps } from '../screens/index.ts';
import type { Entry, EntryOf } from './state.ts';

type VerifyMethodScreen = 'MFA_VERIFICATION_CODE_SCREEN' | 'MFA_VERIFICATION_PASSKEY_SCREEN';
type VerifyScreen = VerifyMethodScreen | 'MFA_VERIFICATION_SCREEN';

/** Returns the first entry of a prompt for a second factor: the user's only method, or the choice of several (MFA-18). */
export function verifyEntry(prompt: VerifyProps): EntryOf<VerifyScreen> {
  const [only, ...others] = prompt.methods;
  return only && others.length === 0
    ? verifyBy(only, prompt)
    : { name: 'MFA_VERIFICATION_SCREEN', props: promptOf(prompt) };
}

/**
 * Purposes for which a request needs a verification later on. A verification with a purpose also unlocks the wallet,
 * so the user verifies only once.
 */
const purposes: Partial<Record<ModalRequest['intent'], FactorPurpose>> = { 'set-recovery': 'set_recovery' };

/**
 * Returns the first entry of a prompt for a refusal, or null if no second factor would help.
 *
 * @param request the request that was refused
 */
export function verifyEntryOf(refusal: unknown, { intent }: ModalRequest): EntryOf<VerifyScreen> | null {
  const prompt = findFactorPrompt(refusal);
  const purpose = prompt?.purpose ?? purposes[intent];
  return prompt && verifyEntry(purpose ? { ...prompt, purpose } : prompt);
}

/**
 * Returns the first entry of a prompt at the beginning of a visit or after a login. Returns the error screen if no
 * factor would help.
 *
 * @param afterTerms the login whose terms were accepted, if any
 */
export function requestedFactor(
  refusal: ServiceError,
  afterTerms?: LoginResult,
): EntryOf<VerifyScreen | 'ERROR_SCREEN'> {
  const prompt = findFactorPrompt(refusal);
  if (prompt) return verifyEntry(afterTerms ? { ...prompt, afterTerms } : prompt);
  return { name: 'ERROR_SCREEN', props: { error: refusal, previous: null, isFinal: true } };
}

export const isVerifying = ({ name }: Entry): boolean =>
  name.startsWith('MFA_VERIFICATION_') || name === 'MFA_BACKUP_CODE_SCREEN' || name === 'MFA_LOST_SCREEN';

/** Returns true for a method that is enrolled and verified with codes. Passkeys have their own screens. */
export const isByCode = (method: MfaMethod): method is Exclude<MfaMethod, 'passkey'> => method !== 'passkey';

export function verifyBy(method: MfaMethod, prompt: VerifyProps): EntryOf<VerifyMethodScreen> {
  const props = promptOf(prompt);
  return isByCode(method)
    ? { name: 'MFA_VERIFICATION_CODE_SCREEN', props: { ...props, method } }
    : { name: 'MFA_VERIFICATION_PASSKEY_SCREEN', props };
}

export const lostEntry = (prompt: VerifyProps): EntryOf<'MFA_LOST_SCREEN'> => ({
  name: 'MFA_LOST_SCREEN',
  props: promptOf(prompt),
});

export const promptOf = ({ methods, purpose, afterTerms }: VerifyProps): VerifyProps => ({
  methods,
  ...(purpose ? { purpose } : {}),
  ...(afterTerms ? { afterTerms } : {}),
});
