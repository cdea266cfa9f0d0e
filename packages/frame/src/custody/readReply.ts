import type { ErrorCode, FrameErrorType } from '@latchkey/wire';
import { isPlainObject } from '../payloads.ts';
import { type RefusalDetails, refuse } from '../refusal.ts';

export interface ServiceReply {
  readonly status: number;
  readonly json: Record<string, unknown>;
  readonly nonce: string | null;
  /** True if it answers a repeat of a request. */
  readonly isOfRepeat: boolean;
}

/** Error codes of the service that the frame protocol has as types, too (EMBW-18). */
const ownTypes = [
  'wallet_not_on_device',
  'invalid_recovery_pin',
  'missing_or_invalid_mfa',
  'mfa_verification_max_attempts_reached',
  'twilio_verification_failed',
] as const satisfies readonly FrameErrorType[];

/**
 * Returns the body of a successful reply. Throws any other reply as a refusal of the frame protocol.
 * @param known names of second factors; others in a reply are left out
 */
export function readReply(reply: ServiceReply, known: readonly string[]): Record<string, unknown> {
  const { status, json, isOfRepeat } = reply;
  if (status >= 200 && status < 300) return json;
  const code = typeof json.code === 'string' ? (json.code as ErrorCode) : undefined;
  const details = detailsOf(json.data, known);
  // Published clients recognise a rate limit by this text (docs/wire/protocol.md §4.5).
  if (status === 429 && code !== 'mfa_verification_max_attempts_reached')
    refuse('error', 'Too many attempts (code 429). Wait a while and try again.', code, details, isOfRepeat);
  const text = typeof json.error === 'string' ? json.error.slice(0, 200) : 'Something went wrong';
  refuse(toErrorType(code), text, code, details, isOfRepeat);
}

function detailsOf(data: unknown, known: readonly string[]): RefusalDetails {
  const facts = isPlainObject(data) ? data : {};
  const { key, confirm_in, expected, entropy_id, methods, reason, retry_after_s } = facts;
  const details = {
    entropyId: toText(entropy_id),
    methods: Array.isArray(methods) ? known.filter((method) => methods.includes(method)) : undefined,
    retry_after_s: typeof retry_after_s === 'number' ? retry_after_s : undefined,
    key: toText(key),
    confirm_in: confirm_in === 'wallet' ? confirm_in : undefined,
    expected: toText(expected),
    reason: toText(reason),
  };
  return details as RefusalDetails;
}

const toText = (value: unknown) => (typeof value === 'string' ? value.slice(0, 200) : undefined);

function toErrorType(code: ErrorCode | undefined): FrameErrorType {
  const own = ownTypes.find((type) => type === code);
  if (own) return own;
  return code === 'invalid_data' ? 'invalid_request_arguments' : 'error';
}
