import type { FundingScreen } from './fundingTransitions.ts';
import type { MfaScreen } from './mfaTransitions.ts';
import type { RecoveryScreen } from './recoveryTransitions.ts';
import type { Transitions } from './transition.ts';

/** Transitions of some screens, whose code loads when one of these screens shows. */
export interface LateTransitions<Part> {
  /** Loads the code. Later calls resolve at once. */
  load(): Promise<Part>;
  /** Returns the transitions if they are loaded, else null. */
  find(): Part | null;
}

/** A screen whose transitions do not load with the modal. */
export type LateScreen = FundingScreen | MfaScreen | RecoveryScreen;

const funding = late<Pick<Transitions, FundingScreen>>(
  async () => (await import('./fundingTransitions.ts')).fundingTransitions,
);
const mfa = late<Pick<Transitions, MfaScreen>>(
  async () => (await import('./mfaTransitions.ts')).mfaTransitions,
);
const recovery = late<Pick<Transitions, RecoveryScreen>>(
  async () => (await import('./recoveryTransitions.ts')).recoveryTransitions,
);

/** Screens that most people never see, each with the part of the table that its transitions are in. */
export const lateTransitions = {
  COINBASE_ONRAMP_STATUS: funding,
  EMBEDDED_WALLET_PASSWORD_CREATE_SCREEN: recovery,
  EMBEDDED_WALLET_PASSWORD_RECOVERY_SCREEN: recovery,
  EMBEDDED_WALLET_PASSWORD_UPDATE_SCREEN: recovery,
  EMBEDDED_WALLET_PASSWORD_UPDATE_SPLASH_SCREEN: recovery,
  EMBEDDED_WALLET_RECOVERY_OAUTH_SCREEN: recovery,
  EMBEDDED_WALLET_RECOVERY_SELECTION_SCREEN: recovery,
  EMBEDDED_WALLET_SET_AUTOMATIC_RECOVERY_SCREEN: recovery,
  FUNDING_AWAITING_TRANSFER_FROM_EXTERNAL_WALLET: funding,
  FUNDING_MANUAL_TRANSFER: funding,
  FUNDING_METHOD_SELECTION: funding,
  FUNDING_TRANSFER_FROM_WALLET: funding,
  MFA_BACKUP_CODE_SCREEN: mfa,
  MFA_BACKUP_CODES_SCREEN: mfa,
  MFA_ENROLLED_SCREEN: mfa,
  MFA_ENROLLMENT_CODE_SCREEN: mfa,
  MFA_ENROLLMENT_FLOW_SCREEN: mfa,
  MFA_ENROLLMENT_PASSKEY_SCREEN: mfa,
  MFA_ENROLLMENT_SMS_SCREEN: mfa,
  MFA_ENROLLMENT_TOTP_SCREEN: mfa,
  MFA_LOST_SCREEN: mfa,
  MFA_REMOVAL_SCREEN: mfa,
  MFA_VERIFICATION_CODE_SCREEN: mfa,
  MFA_VERIFICATION_PASSKEY_SCREEN: mfa,
  MFA_VERIFICATION_SCREEN: mfa,
  MOONPAY_PROMPT: funding,
  MOONPAY_STATUS: funding,
  RECOVERY_PASSKEYS_SCREEN: recovery,
} as const satisfies { readonly [N in LateScreen]: LateTransitions<Pick<Transitions, N>> };

/* @__NO_SIDE_EFFECTS__ */
function late<Part>(load: () => Promise<Part>): LateTransitions<Part> {
  let loaded: Part | null = null;
  return {
    async load() {
      loaded ??= await load();
      return loaded;
    },
    find: () => loaded,
  };
}
