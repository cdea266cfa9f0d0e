import type { FactorPurpose, FrameEvent } from '@latchkey/wire';
import type { Session } from '../custody/sessions.ts';
import type { Frame } from '../frame.ts';
import type { FactorProof } from './factors/factor.ts';

/**
 * What a factor is verified for. Every verification unlocks the wallet; one with a purpose also permits an act of that
 * purpose. `fresh` without a purpose permits an export, but only in apps with `legacy_export_verification`.
 */
export interface RequiredFactor {
  readonly kind: 'unlock' | 'fresh';
  readonly purpose?: FactorPurpose;
}

/**
 * Events whose acts require a fresh verification from a user who has a second factor. The frame verifies a factor in
 * such a message for the purpose named here.
 */
const purposes: Partial<Record<FrameEvent, FactorPurpose>> = {
  'privy:wallet:set-recovery': 'set_recovery',
  'privy:wallet:set-recovery-password': 'set_recovery',
  'privy:wallets:set-recovery': 'set_recovery',
  'privy:wallets:add-passkey': 'set_recovery',
  'privy:wallets:check-export': 'export',
  'privy:mfa:init-enrollment': 'change_factors',
  'privy:mfa:submit-enrollment': 'change_factors',
  'privy:mfa:unenroll': 'change_factors',
  'privy:mfa:backup-codes': 'backup_codes',
};

/**
 * Returns what the factor in a message of this event is verified for. An attacker's script in the page could otherwise
 * use a verification for a signature to change the recovery, so an unlock permits no act that requires a fresh one.
 */
export function requiredFactorOf(
  event: FrameEvent,
  named: FactorPurpose | 'unlock' | undefined,
): RequiredFactor {
  const purpose = event === 'privy:mfa:verify' ? named : (purposes[event] ?? 'unlock');
  if (purpose === 'unlock') return { kind: purpose };
  return purpose ? { kind: 'fresh', purpose } : { kind: 'fresh' };
}

/**
 * Verifies a factor at the service, which unlocks the wallet for this session and key and permits what is required.
 *
 * @throws Refusal with the service's code, such as `missing_or_invalid_mfa` or
 *   `mfa_verification_max_attempts_reached`
 */
export async function verifyFactor(
  frame: Frame,
  session: Session,
  proof: FactorProof,
  required: RequiredFactor,
): Promise<void> {
  const { fresh_for } = await proof.verify(frame, session, required);
  if (required.kind === 'fresh' && fresh_for !== null)
    frame.factors.noteFresh(session, required.purpose, fresh_for);
}
