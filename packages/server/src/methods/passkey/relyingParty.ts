import { fail } from '@latchkey/wire';
import type { App } from '../../apps/index.ts';
import type { MethodDeps } from '../method.ts';

export interface RelyingParty {
  /** Domain of the passkeys, which work on its pages and those of its subdomains. */
  readonly rpId: string;
  /** Origin of the page, as the browser writes it into the signed data. */
  readonly origin: string;
}

/**
 * Returns the relying party of a ceremony: the app's `passkey_rp_id`, or the host of the calling page. Browsers send
 * the page's origin in the Origin header. Callers without one, such as native apps, name it in `relying_party`.
 *
 * @throws ServiceError `invalid_data` if no page is named, `origin_not_allowed` for a page that is not the app's
 */
export function readRelyingParty(
  apps: MethodDeps['apps'],
  { app, origin, named }: { app: App; origin: string | null; named: string | null | undefined },
): RelyingParty {
  const page = origin ?? originOf(named);
  if (!apps.isOriginAllowed(app, page)) fail('origin_not_allowed');
  return { rpId: app.settings.passkey_rp_id ?? new URL(page).hostname, origin: page };
}

export const toAddress = ({ rpId, origin }: RelyingParty): string => `${new URL(origin).protocol}//${rpId}`;

function originOf(named: string | null | undefined): string {
  if (named && URL.canParse(named)) return new URL(named).origin;
  return fail('invalid_data', { message: 'relying_party must be the address of a page of the app' });
}
