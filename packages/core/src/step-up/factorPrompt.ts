import { type FactorPurpose, isCode, type MfaMethod } from '@latchkey/wire';

/** What a refusal for want of a second factor asks for. */
export interface FactorPrompt {
  /** The user's second factors that would do, one at least. */
  readonly methods: readonly MfaMethod[];
  /** The one act that it has to be verified for; absent where the wallet is only to be opened. */
  readonly purpose?: FactorPurpose;
}

/**
 * Reads from a refusal what has to be verified for it to be lifted.
 *
 * @returns null where a second factor would not help: where the app takes none of the user's any more (MFA-19), and where
 * the refusal is for another reason, as that of a passkey that cannot be unlinked because it is one (LINK-20)
 */
export function findFactorPrompt(refusal: unknown): FactorPrompt | null {
  if (!isCode(refusal, 'missing_or_invalid_mfa')) return null;
  const prompt = refusal.details as FactorPrompt | undefined;
  return prompt?.methods?.length ? prompt : null;
}
