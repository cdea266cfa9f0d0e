import { type FactorProofMethod, type FactorPurpose, isCode, type PasskeyAssertion } from '@latchkey/wire';
import { contextsOf, type FrameContext, type PageContext } from '../contexts.ts';
import { callFrame } from '../frame/index.ts';
import type { LatchkeyClient } from '../latchkeyClient.ts';
import {
  listUsableFactors,
  noteFresh,
  renewVerified,
  type ShownFactor,
  unverified,
} from '../step-up/index.ts';
import { toShownCode } from './factors/factor.ts';
import { getFactorRecord } from './factors/getFactorRecord.ts';
import { getToken } from './getToken.ts';

/** What a person gives for a second factor. */
export interface GivenFactor {
  readonly method: FactorProofMethod;
  /** The code; of a passkey what `provePasskeyFactor` gave. */
  readonly code: string | PasskeyAssertion;
}

/**
 * Verifies a second factor, for a screen that asks for one before or after an operation was refused. Try that again then: it
 * needs no code any more.
 *
 * @param input.purpose the one act that it is for, as `findFactorPrompt` reads it from the refusal; without it the wallet opens for
 * the app's trusted time
 * @throws ServiceError `missing_or_invalid_mfa` where it is not right, `mfa_verification_max_attempts_reached`, `invalid_data` for
 * what is no code, `must_be_authenticated`, `wallet_proxy_timeout`
 * @example
 * const { purpose } = findFactorPrompt(refusal) ?? {};
 * await verifyFactor(client, { method: 'totp', code, purpose });
 */
export async function verifyFactor(
  client: LatchkeyClient,
  { method, code, purpose }: GivenFactor & { readonly purpose?: FactorPurpose | undefined },
): Promise<void> {
  const { frame, page, session } = contextsOf(client);
  await showFactor(frame, toShown(page, method, code), purpose);
  if (purpose !== undefined) noteFresh(session, purpose);
}

/** Verifies a factor, or checks without one that a verification stands. @throws as {@link showFactor} and {@link checkVerified} */
export function verify(
  frame: FrameContext,
  factor: ShownFactor | null,
  purpose: FactorPurpose | undefined,
): Promise<void> {
  return factor ? showFactor(frame, factor, purpose) : checkVerified(frame, purpose);
}

/** Verifies a factor through the frame, and renews the session, which may have waited for the factor. */
export async function showFactor(
  frame: FrameContext,
  shown: ShownFactor,
  purpose: FactorPurpose | undefined,
): Promise<void> {
  const accessToken = await getToken(frame.session);
  const asked = { accessToken, ...shown, purpose: purpose ?? 'unlock' } as const;
  await callFrame(frame, 'verify', 'privy:mfa:verify', asked);
  await renewVerified(frame.session);
}

/**
 * Checks that a verification stands, for what cannot be interrupted by a prompt.
 *
 * @throws ServiceError `missing_or_invalid_mfa` if none does
 */
async function checkVerified(frame: FrameContext, purpose: FactorPurpose | undefined): Promise<void> {
  const accessToken = await getToken(frame.session);
  try {
    const asked = { accessToken, purpose: purpose ?? 'unlock' } as const;
    await callFrame(frame, 'verify', 'privy:mfa:verify', asked);
  } catch (error) {
    if (!isCode(error, 'missing_or_invalid_mfa')) throw error;
    // One that was enrolled elsewhere since this page was loaded; which it is, the frame does not say here.
    if (listUsableFactors(frame.session).length === 0) await frame.session.renewUser();
    throw unverified(frame.session);
  }
}

/**
 * Checks what was given, before anything is sent (MFA-30), and names the page that a passkey was used on.
 *
 * @throws ServiceError `invalid_data`
 */
export function toShown(
  page: PageContext,
  mfaMethod: FactorProofMethod,
  code: GivenFactor['code'],
): ShownFactor {
  if (mfaMethod === 'backup_code') return { mfaMethod, ...toShownCode(page, code) };
  const record = getFactorRecord(mfaMethod);
  return { mfaMethod, ...record.toShown(page, code) };
}
