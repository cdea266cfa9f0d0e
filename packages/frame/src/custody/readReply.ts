import type { ErrorCode, FrameErrorType } from '@latchkey/wire';
import { isPlainObject } from '../payloads.ts';
import { type RefusalDetails, refuse } from '../refusal.ts';

/** What the service answered to a call. */
export interface Answer {
  readonly status: number;
  readonly json: Record<string, unknown>;
  readonly nonce: string | null;
}

/** The reply of an answer, or its refusal in the words of the frame's protocol. */
export function readReply({ status, json }: Answer): Record<string, unknown> {
  if (status >= 200 && status < 300) return json;
  const code = typeof json.code === 'string' ? (json.code as ErrorCode) : undefined;
  // Published clients recognise a rate limit by these words (docs/wire/protocol.md §4.5).
  if (status === 429) refuse('error', 'Too many attempts (code 429). Wait a while and try again.', code);
  const text = typeof json.error === 'string' ? json.error.slice(0, 200) : 'Something went wrong';
  refuse(toErrorType(code), text, code, detailsOf(json.data));
}

/** What the service says of a refusal that its host has to know. */
function detailsOf(data: unknown): RefusalDetails {
  const { key, expected } = isPlainObject(data) ? data : {};
  return {
    ...(typeof key === 'string' ? { key: key.slice(0, 64) } : {}),
    ...(typeof expected === 'string' ? { expected: expected.slice(0, 200) } : {}),
  };
}

function toErrorType(code: ErrorCode | undefined): FrameErrorType {
  const isOwnType =
    code === 'wallet_not_on_device' || code === 'missing_or_invalid_mfa' || code === 'invalid_recovery_pin';
  if (isOwnType) return code;
  return code === 'invalid_data' ? 'invalid_request_arguments' : 'error';
}
