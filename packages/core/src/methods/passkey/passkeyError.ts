import { isCode, ServiceError } from '@latchkey/wire';

/**
 * Converts the exception with which a browser ended a passkey ceremony (WebAuthn §5.1.3 and §5.1.4, by the
 * exception's name). Browsers deliberately report a dismissed dialog and a missing passkey with the same exception,
 * so that a page cannot tell if the user has one.
 */
export function passkeyErrorFrom(cause: unknown): ServiceError {
  if (isCode(cause)) return cause;
  switch (cause instanceof Error ? cause.name : '') {
    // The dialog was dismissed or timed out, there is no passkey, or the ceremony was aborted.
    case 'NotAllowedError':
    case 'AbortError':
      return new ServiceError('passkey_not_allowed', { cause });
    // The authenticator has one of the excluded passkeys.
    case 'InvalidStateError':
      return new ServiceError('passkey_already_added', { cause });
    // The page's host does not belong to the passkeys' domain.
    case 'SecurityError':
      return notSupported('Passkeys of this app do not work on this page', cause);
    // No authenticator meets the requirements, or the browser cannot list passkeys.
    case 'ConstraintError':
    case 'NotSupportedError':
      return notSupported('This device cannot make the passkey that is needed', cause);
    default:
      return new ServiceError('unknown_auth_error', { cause });
  }
}

/** Creates the error for a page or device on which passkeys cannot work. */
export const notSupported = (message: string, cause?: unknown) =>
  new ServiceError('passkey_not_supported', { message, cause });
