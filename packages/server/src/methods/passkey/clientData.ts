import type { App } from '../../apps/index.ts';
import type { MethodDeps } from '../method.ts';
import { failPasskey } from './challenge.ts';

/**
 * Client data of a ceremony, from the browser (WebAuthn §5.8.1, CollectedClientData). When a passkey is used, the
 * authenticator signs its hash.
 */
export interface ClientData {
  readonly challenge: string;
  readonly origin: string;
  /** Origin of the top page, if the calling page is in a cross-origin frame that is allowed; null if it is in none. */
  readonly topOrigin: string | null;
}

/**
 * Reads and checks the parts of client data that the creation and the use of a passkey share.
 *
 * An attacker who embeds the page in a frame could trick users into using a passkey there (S39). So a cross-origin
 * frame is refused, unless the browser names a top origin that the app allows or that is in `embedding_origins`.
 *
 * @throws ServiceError `invalid_credentials`
 */
export function readClientData(
  apps: MethodDeps['apps'],
  { app, text }: { app: App; text: string },
): ClientData {
  const { challenge, origin, crossOrigin, topOrigin } = parse(text);
  if (typeof challenge !== 'string' || typeof origin !== 'string') failPasskey();
  if (crossOrigin !== undefined && typeof crossOrigin !== 'boolean') failPasskey();
  if (crossOrigin !== true) {
    if (topOrigin !== undefined && topOrigin !== null) failPasskey();
    return { challenge, origin, topOrigin: null };
  }
  if (typeof topOrigin !== 'string') failPasskey();
  const isAncestor =
    apps.isOriginAllowed(app, topOrigin) || app.settings.embedding_origins.includes(topOrigin);
  return isAncestor ? { challenge, origin, topOrigin } : failPasskey();
}

function parse(text: string): Partial<Record<keyof ClientData | 'crossOrigin', unknown>> {
  try {
    const parsed: unknown = JSON.parse(Buffer.from(text, 'base64url').toString('utf8'));
    return typeof parsed === 'object' && parsed !== null ? parsed : failPasskey();
  } catch (cause) {
    return failPasskey(cause);
  }
}
