import { type FactorPurpose, isCode, type MfaMethod } from '@latchkey/wire';

/** The factor that a refusal requires. */
export interface FactorPrompt {
  /** The user's second factors that would do, one at least. */
  readonly methods: readonly MfaMethod[];
  /** The one purpose for which it has to be verified; absent if it only opens the wallet. */
  readonly purpose?: FactorPurpose;
}

/**
 * Reads from a refusal which factor lifts it.
 *
 * @returns null if a second factor would not help: the app takes none of the user's any more (MFA-19), or the refusal has another
 * reason, as that of a passkey that cannot be unlinked because it is a factor (LINK-20)
 */
export function findFactorPrompt(refusal: unknown): FactorPrompt | null {
  if (!isCode(refusal, 'missing_or_invalid_mfa')) return null;
  const prompt = refusal.details as FactorPrompt | undefined;
  return prompt?.methods?.length ? prompt : null;
}
