import type { FactorPurpose, FrameEvent } from '@latchkey/wire';
import type { Session } from '../custody/sessions.ts';
import type { Frame } from '../frame.ts';
import type { FactorProof } from './factors/factor.ts';

/**
 * The use of a verification: it opens the wallet, and with a purpose it also permits one act that asks anew. `fresh` without a
 * purpose permits none, except in apps of published clients, which cannot name the export that they verify for.
 */
export interface RequiredFactor {
  readonly kind: 'unlock' | 'fresh';
  readonly purpose?: FactorPurpose;
}

/** The events whose acts ask for a factor anew. A verification that came with one is for it alone. */
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
 * What the factor in a message of this event is verified for. A page that only wants the wallet open says so: what was verified
 * for a signature must not permit a script of the page's the next change of recovery.
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
 * Has the service verify a factor: it opens the wallet to this session and this frame's key, and permits what is required.
 *
 * @throws Refusal `missing_or_invalid_mfa`, `mfa_verification_max_attempts_reached`, `invalid_request_arguments`
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
