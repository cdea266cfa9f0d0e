import { fail, limits } from '@latchkey/wire';
import type { App } from '../../apps/index.ts';
import type { SignInMessage } from '../../ethereum/index.ts';
import type { Caller } from '../../http/index.ts';
import type { World } from '../../world.ts';
import type { MethodDeps } from '../method.ts';

/** Fields of a message that say for which page and time it is, on every chain. */
type Terms = Pick<
  SignInMessage,
  'scheme' | 'domain' | 'uri' | 'issuedAtMs' | 'expirationTimeMs' | 'notBeforeMs'
>;

/**
 * Rejects a message that is not for a page of the app, not for the page that sends it, or not valid now (S38).
 *
 * @throws ServiceError `invalid_credentials`; with `details.reason` `wrong_clock` if its time of issue is too far
 *   from now
 */
export function checkMessage(
  { clock }: Pick<World, 'clock'>,
  { apps }: Pick<MethodDeps, 'apps'>,
  { app, caller, message }: { app: App; caller: Caller; message: Terms },
): void {
  if (!isForPage(apps, { app, caller, message })) fail('invalid_credentials', { message: foreignText });
  const { expirationTimeMs, issuedAtMs, notBeforeMs } = message;
  const { walletClockSkewMs: skewMs, walletNonceLifeMs: lifeMs } = limits;
  const now = clock.now();
  const isOff = issuedAtMs > now + skewMs || issuedAtMs < now - lifeMs - skewMs;
  if (isOff) fail('invalid_credentials', { message: clockText, details: { reason: 'wrong_clock' } });
  const isOver = expirationTimeMs !== null && expirationTimeMs <= now - skewMs;
  const isEarly = notBeforeMs !== null && notBeforeMs > now + skewMs;
  if (isOver || isEarly) fail('invalid_credentials', { message: overText });
}

/**
 * Returns true if a message is for a page of the app and, if the request has an `Origin`, for the page that sends it.
 * An attacker's site could otherwise pass on a message that its users signed to log in there.
 */
function isForPage(
  apps: Pick<MethodDeps['apps'], 'isOriginAllowed'>,
  { app, caller, message }: { app: App; caller: Caller; message: Terms },
): boolean {
  const page = URL.canParse(message.uri) ? new URL(message.uri) : null;
  if (page?.username !== '' || page.password !== '') return false;
  const isNamed =
    message.domain === page.host && (message.scheme === null || `${message.scheme}:` === page.protocol);
  const isShown = caller.origin === null || caller.origin === page.origin;
  return isNamed && isShown && apps.isOriginAllowed(app, page.origin);
}

const foreignText = 'This message was signed for another site.';
const clockText = "The clock of the wallet's device is wrong. Set it and try again.";
const overText = 'This message is not good at this time. Try again.';
