import type { ErrorCode, FrameErrorType } from '@latchkey/wire';
import { factorMethods, isPlainObject } from '../payloads.ts';
import { type RefusalDetails, refuse } from '../refusal.ts';

/** What the service answered to a call. */
export interface ServiceReply {
  readonly status: number;
  readonly json: Record<string, unknown>;
  readonly nonce: string | null;
}

/** The codes of the service that are types of the frame's own (EMBW-18). */
const ownTypes = [
  'wallet_not_on_device',
  'invalid_recovery_pin',
  'missing_or_invalid_mfa',
  'mfa_verification_max_attempts_reached',
  'twilio_verification_failed',
] as const satisfies readonly FrameErrorType[];

/** The reply of an answer, or its refusal in the words of the frame's protocol. */
export function readReply({ status, json }: ServiceReply): Record<string, unknown> {
  if (status >= 200 && status < 300) return json;
  const code = typeof json.code === 'string' ? (json.code as ErrorCode) : undefined;
  // Published clients recognise a rate limit by these words (docs/wire/protocol.md §4.5).
  if (status === 429 && code !== 'mfa_verification_max_attempts_reached')
    refuse('error', 'Too many attempts (code 429). Wait a while and try again.', code, detailsOf(json.data));
  const text = typeof json.error === 'string' ? json.error.slice(0, 200) : 'Something went wrong';
  refuse(toErrorType(code), text, code, detailsOf(json.data));
}

/** What the service says of a refusal that its host has to know. */
function detailsOf(data: unknown): RefusalDetails {
  const facts = isPlainObject(data) ? data : {};
  const { key, confirm_in, expected, entropy_id, methods, reason, retry_after_s } = facts;
  const details = {
    entropyId: toText(entropy_id),
    methods: Array.isArray(methods) ? factorMethods.filter((method) => methods.includes(method)) : undefined,
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
