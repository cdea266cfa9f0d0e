import type { Bytes } from '../bytes.ts';
import { isPlainObject, isText } from '../payloads.ts';
import type { Family, WindowMessage } from '../sibling.ts';

/**
 * Messages between the vault and the passkey page, a popup of the host page. It is at top level because a hidden
 * frame needs the host page's permission for passkeys. Its storage partition may differ from the vault's, and a
 * BroadcastChannel does not cross partitions, so it reaches the vault through its opener.
 */

/** Result of a passkey's authenticator (WebAuthn PRF): the same 32 bytes each time, for one app and relying party. */
export interface PasskeySecret {
  /** Base64url. */
  readonly credentialId: string;
  readonly secret: Bytes;
}

const channel = 'latchkey:passkey';

/**
 * Reads a secret from the passkey page of the same app in a popup of this host page, or returns null.
 *
 * A malicious host page of another origin could send a secret of its own, to have a wallet sealed under it. The message
 * must therefore come from a popup that shows the passkey page's path on the frame's origin.
 */
export function readPasskey(message: WindowMessage, family: Family): PasskeySecret | null {
  if (family.parent === family.self || message.origin !== family.origin || message.source === null)
    return null;
  if (!isPopup(message.source as Window, family)) return null;
  const { data } = message;
  if (!isPlainObject(data) || data.channel !== channel || !isText(1364)(data.credentialId)) return null;
  const { credentialId, secret } = data;
  if (!(secret instanceof Uint8Array) || secret.length !== 32) return null;
  return { credentialId: credentialId as string, secret: Uint8Array.from(secret) };
}

function isPopup(window: Window, family: Family): boolean {
  try {
    const { location, opener, parent } = window;
    const isAtTop = parent === window && opener === family.parent;
    return isAtTop && location.origin === family.origin && location.pathname === `${family.pathname}/passkey`;
  } catch {
    return false;
  }
}

/**
 * Sends a secret to the vault of the page that opened this one.
 *
 * @returns false if there is no vault (any more)
 */
export function handOver({ credentialId, secret }: PasskeySecret, popup: Window): boolean {
  const { opener, location } = popup;
  const vaultPath = location.pathname.replace(/\/passkey$/, '');
  for (let index = 0; index < (opener?.length ?? 0); index += 1) {
    const vault = opener[index] as Window;
    if (!isVault(vault, location.origin, vaultPath)) continue;
    vault.postMessage({ channel, credentialId, secret }, location.origin);
    return true;
  }
  return false;
}

/** Returns true if a window is the vault. Reading the location of a window of another origin throws. */
function isVault(window: Window, origin: string, pathname: string): boolean {
  try {
    return window.location.origin === origin && window.location.pathname === pathname;
  } catch {
    return false;
  }
}
