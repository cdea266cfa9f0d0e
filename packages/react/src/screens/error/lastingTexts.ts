import type { ErrorCode, NotSupportedReason, ServiceError } from '@latchkey/wire';
import { lastingErrorsTexts } from '../../texts/generated/en/lastingErrors.ts';
import { isLasting } from './errorTexts.ts';

type LastingTexts = {
  title: string;
  titles: Partial<Record<Detail, string>>;
  another: string;
  close: string;
  details: Record<Detail, string>;
};
type Detail = keyof typeof lastingErrorsTexts.details;

const byCode: Partial<Record<ErrorCode, Detail>> = {
  account_on_hold: 'onHold',
  embedded_wallet_already_exists: 'walletExists',
  insecure_context: 'insecure',
  missing_or_invalid_mfa: 'noUsableFactor',
};

/**
 * Texts by reason of `not_supported`. The text for a region without SMS is in `errorsTexts` (ERR-10). An outdated
 * browser shows no modal.
 */
const byReason: Readonly<Record<Exclude<NotSupportedReason, 'sms_region' | 'outdated_browser'>, Detail>> = {
  account_type: 'account',
  captcha_provider: 'unsupported',
  cross_app_message: 'unsupported',
  cross_app_method: 'unsupported',
  embedded_wallet: 'embeddedWallet',
  factor_exists: 'factorExists',
  factor_method_off: 'factorOff',
  factor_removal_off: 'factorOff',
  farcaster_account: 'farcasterAccount',
  farcaster_app: 'notSetUp',
  farcaster_signer: 'farcasterSigner',
  guest: 'guest',
  headless: 'unsupported',
  imported_key: 'importedKey',
  in_app_browser: 'inAppBrowser',
  login_phone: 'loginPhone',
  method_missing: 'unsupported',
  no_approval_screen: 'unsupported',
  no_factor: 'noFactor',
  no_page: 'unsupported',
  no_price: 'unsupported',
  no_recovery_password: 'noPassword',
  no_release_address: 'noAddress',
  no_release_code: 'unsupported',
  not_connected: 'notConnected',
  not_first_wallet: 'otherWallet',
  own_recovery: 'ownRecovery',
  own_recovery_required: 'recoveryOff',
  payment_off: 'payment',
  provider_key: 'notSetUp',
  provider_not_set_up: 'notSetUp',
  read_only: 'readOnly',
  recovery_automatic: 'unsupported',
  recovery_method: 'recoveryOff',
  recovery_secret: 'unsupported',
  second_factor_number: 'factorNumber',
  session_in_cookies: 'unsupported',
  sms_unreachable: 'noRoute',
  solana_wallet: 'solanaWallet',
  sponsored_transaction: 'unsupported',
  test_account: 'account',
  too_many_passkeys: 'passkeyCount',
  transaction_type: 'unsupported',
  wallet_chain: 'walletChain',
  wallet_on_server: 'unsupported',
};

/** Errors after which the user can choose something else on the previous screen. */
const withAnother: readonly Detail[] = [
  'account',
  'embeddedWallet',
  'factorOff',
  'noRoute',
  'notSetUp',
  'payment',
  'recoveryOff',
  'walletChain',
];

/**
 * Returns the text of a lasting failure, and whether another choice on the previous screen may help. Returns null for
 * any other failure, whose text `errorTextOf` returns.
 */
export function lastingTextOf(
  error: ServiceError,
  texts: LastingTexts = lastingErrorsTexts,
): { title: string; detail: string; button: string; hasAnother: boolean } | null {
  const name = findDetail(error);
  if (name === null) return null;
  const hasAnother = withAnother.includes(name);
  const button = hasAnother ? texts.another : texts.close;
  const title = texts.titles[name] ?? texts.title;
  return { title, detail: texts.details[name], button, hasAnother };
}

function findDetail(error: ServiceError): Detail | null {
  if (!isLasting(error)) return null;
  const name = byCode[error.code];
  if (name) return name;
  const reason = String(error.details?.reason);
  // A newer service may send a reason that is not known here.
  return Object.hasOwn(byReason, reason) ? byReason[reason as keyof typeof byReason] : 'unsupported';
}
