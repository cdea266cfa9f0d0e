import type { ErrorCode, NotSupportedReason, ServiceError } from '@latchkey/wire';
import { isLasting } from './errorTexts.ts';

/** Texts about failures that another try does not change. Causes that mean the same to a person share one. */
export const lastingTexts = {
  title: "This isn't available",
  another: 'Try another method',
  close: 'Close',
  titles: { onHold: 'Your account is on hold', noUsableFactor: 'Verification required' },
  details: {
    onHold:
      "A recent change was undone. For 24 hours, your wallet is locked and your account can't be changed.",
    noUsableFactor: "None of your verification methods can be used here. Contact this app's support.",
    account: "This account can't be used for this.",
    unsupported: "This app asked for something that isn't supported. Contact this app's support.",
    notSetUp: "This app hasn't set this up. Contact this app's support.",
    noRoute: "Text messages can't reach this number. Use another number.",
    factorOff: "This app doesn't offer this verification method.",
    factorExists: "You've already set up this verification method. Remove it first to set it up again.",
    passkeyCount: "You can't use this many passkeys for verification. Choose fewer.",
    loginPhone: "You log in by text message, so text messages can't be your verification method too.",
    factorNumber:
      'You verify with this number. To log in with it, first remove it from your verification methods.',
    noFactor: "You don't have a verification method yet. Set one up first.",
    guest: "Guests can't do this. Log in first.",
    embeddedWallet:
      "This wallet belongs to your account in an app. It can't be linked, removed or used to log in.",
    importedKey: 'This wallet was imported by its private key, so no other wallet can be added to it.',
    solanaWallet:
      "Your Solana wallet shares its key with this wallet. Both recover automatically, and this can't be changed.",
    ownRecovery:
      'Your Ethereum wallet has a recovery method of your own. Switch it to automatic recovery before you create a Solana wallet.',
    recoveryOff: "This app doesn't offer this recovery method. Choose another one.",
    noPassword: 'This wallet has no recovery password. Choose another way.',
    otherWallet: "This isn't the wallet that you had first. Use that one.",
    noAddress:
      "There is no email address or phone number that a code could go to. Contact this app's support.",
    farcasterAccount: "You don't have a Farcaster account linked. Link one first.",
    farcasterSigner: 'Approve this app in the Farcaster app first.',
    notConnected: "This app isn't connected to the other app. Connect them first.",
    readOnly: "The other app shows your wallet here but doesn't let this app use it.",
    inAppBrowser: "This login doesn't work inside other apps. Open this page in your browser.",
    walletChain: "This wallet doesn't support this network. Use another wallet.",
    payment: "This way to pay isn't available. Choose another one.",
    insecure:
      "Wallets need a secure connection (HTTPS), and this page doesn't have one. Contact this app's support.",
    walletExists: 'You already have a wallet. You can close this window.',
  },
} as const;
type LastingTexts = {
  title: string;
  titles: Partial<Record<Detail, string>>;
  another: string;
  close: string;
  details: Record<Detail, string>;
};
type Detail = keyof typeof lastingTexts.details;

/** The words about codes of their own. */
const byCode: Partial<Record<ErrorCode, Detail>> = {
  account_on_hold: 'onHold',
  embedded_wallet_already_exists: 'walletExists',
  insecure_context: 'insecure',
  missing_or_invalid_mfa: 'noUsableFactor',
};

/**
 * The words about each cause of `not_supported`. A region without text messages has the catalogue's own (ERR-10), and in an outdated
 * browser there is no modal.
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

/** After these the person can choose something else on the screen before. */
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
 * Returns the text about a failure that lasts, and whether another choice on the screen before may help. Null for any other failure,
 * which has its text in the catalogue (`errorTextOf`).
 */
export function lastingTextOf(
  error: ServiceError,
  texts: LastingTexts = lastingTexts,
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
  // A newer service may name a cause that is not known here.
  return Object.hasOwn(byReason, reason) ? byReason[reason as keyof typeof byReason] : 'unsupported';
}
