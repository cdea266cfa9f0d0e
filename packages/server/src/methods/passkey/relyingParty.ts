import { fail } from '@latchkey/wire';
import type { App } from '../../apps/index.ts';
import type { MethodDeps } from '../method.ts';

/** Whose passkeys are asked for, and on which page. */
export interface RelyingParty {
  /** A domain: passkeys made for it work on its pages and those of its subdomains, and nowhere else. */
  readonly rpId: string;
  /** The page's origin, as the browser will write it into what is signed. */
  readonly origin: string;
}

/**
 * The relying party of a ceremony: the app's `passkey_rp_id`, else the host of the page that asks. A browser names its page by
 * the Origin header, which the border has checked; what has none, such as a native app, by `relying_party`.
 *
 * @throws ServiceError `invalid_data` where nothing names a page, `origin_not_allowed` for a page that is not the app's
 */
export function readRelyingParty(
  apps: MethodDeps['apps'],
  { app, origin, named }: { app: App; origin: string | null; named: string | null | undefined },
): RelyingParty {
  const page = origin ?? originOf(named);
  if (!apps.isOriginAllowed(app, page)) fail('origin_not_allowed');
  return { rpId: app.settings.passkey_rp_id ?? new URL(page).hostname, origin: page };
}

/** How the wire names a relying party: as an address. */
export const toAddress = ({ rpId, origin }: RelyingParty): string => `${new URL(origin).protocol}//${rpId}`;

function originOf(named: string | null | undefined): string {
  if (named && URL.canParse(named)) return new URL(named).origin;
  return fail('invalid_data', { message: 'relying_party must be the address of a page of the app' });
}
