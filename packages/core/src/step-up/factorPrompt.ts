import { type FactorPurpose, isCode, type MfaMethod } from '@latchkey/wire';

/** Second factor that a refusal requires. */
export interface FactorPrompt {
  /** The user's accepted second factors, at least one. */
  readonly methods: readonly MfaMethod[];
  /** Purpose for which the factor must be verified; absent if there is none, as at a login or if the wallet is opened. */
  readonly purpose?: FactorPurpose;
}

/**
 * Reads from a refusal which second factor would lift it.
 *
 * @returns null if no factor is missing, or none would help: the app no longer accepts any of the user's factors
 *   (MFA-19), or the refusal has another reason, such as a wrong code, or a passkey that cannot be unlinked because it
 *   is a factor (LINK-20)
 */
export function findFactorPrompt(refusal: unknown): FactorPrompt | null {
  if (!isCode(refusal, 'missing_or_invalid_mfa')) return null;
  const prompt = refusal.details as FactorPrompt | undefined;
  return prompt?.methods?.length ? prompt : null;
}
