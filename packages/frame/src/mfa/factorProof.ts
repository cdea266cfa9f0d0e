import type { FactorProofMethod, PasskeyAssertion } from '@latchkey/wire';
import { isPlainObject, isText } from '../payloads.ts';
import { refuse } from '../refusal.ts';

/** What a person showed: a code, or what a passkey signed. */
export type FactorProof =
  | { readonly method: Exclude<FactorProofMethod, 'passkey'>; readonly code: string }
  | { readonly method: 'passkey'; readonly response: PasskeyAssertion; readonly relyingParty?: string };

/** The fields of a message that show a second factor. */
interface ProofFields {
  readonly mfaMethod?: string;
  readonly mfaCode?: unknown;
  readonly relyingParty?: string;
}

/**
 * Reads the second factor that a message shows, before anything is sent (MFA-30). Whether it is right the service knows.
 *
 * @returns null where the message shows none
 * @throws Refusal `invalid_request_arguments`
 */
export function toFactorProof({ mfaMethod, mfaCode, relyingParty }: ProofFields): FactorProof | null {
  if (mfaMethod === undefined && mfaCode === undefined) return null;
  switch (mfaMethod) {
    case 'totp':
    case 'sms':
    case 'backup_code':
      if (!isText(64)(mfaCode)) refuse('invalid_request_arguments', 'Invalid MFA code');
      return { method: mfaMethod, code: mfaCode as string };
    case 'passkey': {
      if (!isPlainObject(mfaCode)) refuse('invalid_request_arguments', 'Invalid authenticator response');
      const response = mfaCode as unknown as PasskeyAssertion;
      return { method: mfaMethod, response, ...(relyingParty === undefined ? {} : { relyingParty }) };
    }
    default:
      return refuse('invalid_request_arguments', 'Unsupported MFA method');
  }
}
