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

/** Proof of a second factor that a user gives. */
export interface GivenFactor {
  readonly method: FactorProofMethod;
  /** Code of the method; for a passkey the result of `provePasskeyFactor`. */
  readonly code: string | PasskeyAssertion;
}

/**
 * Verifies a second factor, for a screen that prompts before an operation or after its refusal. Then call the operation
 * (again), without a code.
 *
 * @param input.purpose the one act that the verification is for, as `findFactorPrompt` reads it from the refusal;
 *   without a purpose, it only unlocks the wallet, for the app's trusted time, and completes a login that waits for a
 *   factor
 * @throws ServiceError `missing_or_invalid_mfa` for a wrong code, `mfa_verification_max_attempts_reached`,
 *   `invalid_data` for a malformed code, `must_be_authenticated`, `wallet_proxy_timeout`, and other errors of the
 *   wallet frame
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

/**
 * Verifies a factor or, if it is null, checks that an earlier verification is still valid.
 *
 * @throws as {@link showFactor} and {@link checkVerified}
 */
export function verify(
  frame: FrameContext,
  factor: ShownFactor | null,
  purpose: FactorPurpose | undefined,
): Promise<void> {
  return factor ? showFactor(frame, factor, purpose) : checkVerified(frame, purpose);
}

/** Verifies a factor through the frame. Refreshes the session if it was pending until a factor is verified. */
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
 * Checks that an earlier verification is still valid.
 *
 * @throws ServiceError `missing_or_invalid_mfa` if there is none
 */
async function checkVerified(frame: FrameContext, purpose: FactorPurpose | undefined): Promise<void> {
  const accessToken = await getToken(frame.session);
  try {
    const asked = { accessToken, purpose: purpose ?? 'unlock' } as const;
    await callFrame(frame, 'verify', 'privy:mfa:verify', asked);
  } catch (error) {
    if (!isCode(error, 'missing_or_invalid_mfa')) throw error;
    // If the client knows no usable factor, one may have been enrolled elsewhere after this page loaded. The frame does
    // not say which one, so the user is fetched again.
    if (listUsableFactors(frame.session).length === 0) await frame.session.renewUser();
    throw unverified(frame.session);
  }
}

/**
 * Checks the proof before anything is sent (MFA-30), and adds the page on which a passkey was used.
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
