import { findFactorPrompt } from '@latchkey/core';
import type { FactorPurpose, MfaMethod, ServiceError } from '@latchkey/wire';
import type { LoginResult, ModalRequest } from '../request.ts';
import type { VerifyProps } from '../screens/index.ts';
import type { Entry, EntryOf } from './state.ts';

type VerifyMethodScreen = 'MFA_VERIFICATION_CODE_SCREEN' | 'MFA_VERIFICATION_PASSKEY_SCREEN';
type VerifyScreen = VerifyMethodScreen | 'MFA_VERIFICATION_SCREEN';

/** Where a person begins who is asked for a second factor: at the only one that they have, or at the choice (MFA-18). */
export function verifyEntry(prompt: VerifyProps): EntryOf<VerifyScreen> {
  const [only, ...others] = prompt.methods;
  return only && others.length === 0
    ? verifyBy(only, prompt)
    : { name: 'MFA_VERIFICATION_SCREEN', props: promptOf(prompt) };
}

/**
 * What requests ask to be verified for by name at their end. The wallet is opened on the way there, which a verification by name
 * does too: one is enough for both.
 */
const purposes: Partial<Record<ModalRequest['intent'], FactorPurpose>> = { 'set-recovery': 'set_recovery' };

/**
 * The same for a refusal; null where no second factor would help.
 *
 * @param request on whose way the refusal came
 */
export function verifyEntryOf(refusal: unknown, { intent }: ModalRequest): EntryOf<VerifyScreen> | null {
  const prompt = findFactorPrompt(refusal);
  const purpose = prompt?.purpose ?? purposes[intent];
  return prompt && verifyEntry(purpose ? { ...prompt, purpose } : prompt);
}

/**
 * The same where it is what the modal shows first, or next after a login; an error, where none would help.
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

/** Whether an entry is one of those that ask for a second factor. */
export const isVerifying = ({ name }: Entry): boolean =>
  name.startsWith('MFA_VERIFICATION_') || name === 'MFA_BACKUP_CODE_SCREEN' || name === 'MFA_LOST_SCREEN';

/** The screen of a method. */
export function verifyBy(method: MfaMethod, prompt: VerifyProps): EntryOf<VerifyMethodScreen> {
  const props = promptOf(prompt);
  return method === 'passkey'
    ? { name: 'MFA_VERIFICATION_PASSKEY_SCREEN', props }
    : { name: 'MFA_VERIFICATION_CODE_SCREEN', props: { ...props, method } };
}

/** The ways out for a person who cannot verify. */
export const lostEntry = (prompt: VerifyProps): EntryOf<'MFA_LOST_SCREEN'> => ({
  name: 'MFA_LOST_SCREEN',
  props: promptOf(prompt),
});

/** What is asked for, of whichever screen on the way. */
export const promptOf = ({ methods, purpose, afterTerms }: VerifyProps): VerifyProps => ({
  methods,
  ...(purpose ? { purpose } : {}),
  ...(afterTerms ? { afterTerms } : {}),
});
