import type { Bytes } from '../bytes.ts';
import { isPlainObject, isText } from '../payloads.ts';
import type { Family, WindowMessage } from '../sibling.ts';

/**
 * The border between the vault and the passkey page: a popup of the host page, at top level because a hidden frame of a
 * page that does not know of it may use no passkey. It stands in another partition of the browser's storage than the
 * vault, so that no BroadcastChannel leads from one to the other; the window that opened it does.
 */

/** What a passkey's authenticator gave (WebAuthn PRF): the same 32 bytes each time, to only this origin. */
export interface PasskeySecret {
  /** Base64url. */
  readonly credentialId: string;
  readonly secret: Bytes;
}

const channel = 'latchkey:passkey';

/**
 * Reads what the passkey page of the same app hands over, in a popup that this host page opened; null for anything else.
 *
 * Threat: a page that hands in a secret of its own, to have a wallet sealed under it. No script of the host's can have
 * this origin, and none of ours but the passkey page stands at that path.
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
 * Hands a secret to the vault of the page that opened this one.
 *
 * @returns false where there is no vault (any more)
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

/** Another origin's frame tells neither. */
function isVault(window: Window, origin: string, pathname: string): boolean {
  try {
    return window.location.origin === origin && window.location.pathname === pathname;
  } catch {
    return false;
  }
}
