import type { ErrorCode } from './errors.ts';

/** Codes of routes on which a proof, such as a code or a signature, changes the caller's accounts. */
export const changeCodes = [
  'missing_or_invalid_token',
  'missing_or_invalid_mfa',
  'account_on_hold',
  'recent_login_required',
  'invalid_credentials',
  'disallowed_login_method',
  'allowlist_rejected',
] as const satisfies readonly ErrorCode[];

/** Codes for an account that cannot be added now (LINK-03, LINK-05). */
export const linkConflictCodes = [
  'cannot_link_more_of_type',
  'linked_to_another_user',
  'account_transfer_required',
] as const satisfies readonly ErrorCode[];

/** Codes of routes that remove an account from the caller. */
export const unlinkCodes = [
  'missing_or_invalid_token',
  'missing_or_invalid_mfa',
  'account_on_hold',
  'recent_login_required',
  'not_found',
  'cannot_unlink_sole_account',
] as const satisfies readonly ErrorCode[];

/** Codes that refuse a transfer. */
export const transferCodes = [
  'missing_or_invalid_token',
  'missing_or_invalid_mfa',
  'account_on_hold',
  'recent_login_required',
  'invalid_credentials',
  'disallowed_login_method',
  'allowlist_rejected',
  'cannot_link_more_of_type',
  'cannot_unlink_sole_account',
] as const satisfies readonly ErrorCode[];

/** Codes of a route that starts a purchase at an on-ramp. */
export const purchaseCodes = [
  'missing_or_invalid_token',
  'funding_not_enabled',
  'wallet_not_linked',
  'not_supported',
] as const;

/** Codes of a route that receives an on-ramp's events. */
export const eventCodes = ['app_not_found', 'missing_or_invalid_token', 'not_supported'] as const;

/** Codes of the checks that precede every operation with a session and the wallet frame's proof of possession. */
export const custodyCodes = [
  'wrong_service_address',
  'missing_or_invalid_token',
  'account_on_hold',
  'recent_login_required',
  'use_dpop_nonce',
  'invalid_dpop_proof',
  'missing_or_invalid_mfa',
] as const;
