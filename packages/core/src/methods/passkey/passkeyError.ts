import { isCode, ServiceError } from '@latchkey/wire';

/**
 * Says what a browser means that ended a passkey ceremony (WebAuthn §5.1.3 and §5.1.4, by the name of the exception).
 * Who dismisses the dialog and who has no passkey look the same, on purpose: a page is not to learn which.
 */
export function passkeyErrorFrom(cause: unknown): ServiceError {
  if (isCode(cause)) return cause;
  switch (cause instanceof Error ? cause.name : '') {
    // Dismissed, timed out, no passkey; and a ceremony that another one took the place of.
    case 'NotAllowedError':
    case 'AbortError':
      return new ServiceError('passkey_not_allowed', { cause });
    // The authenticator holds one of the passkeys that were to be left out.
    case 'InvalidStateError':
      return new ServiceError('passkey_already_added', { cause });
    // The page's host does not belong to the passkeys' domain, or the page is not https.
    case 'SecurityError':
      return notSupported('Passkeys of this app do not work on this page', cause);
    // No authenticator can do what is asked for.
    case 'ConstraintError':
    case 'NotSupportedError':
      return notSupported('This device cannot make the passkey that is needed', cause);
    default:
      return new ServiceError('unknown_auth_error', { cause });
  }
}

/** Refuses where passkeys cannot work. */
export const notSupported = (message: string, cause?: unknown) =>
  new ServiceError('passkey_not_supported', { message, cause });
