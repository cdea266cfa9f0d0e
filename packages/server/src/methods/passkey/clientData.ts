import type { App } from '../../apps/index.ts';
import type { MethodDeps } from '../method.ts';
import { failPasskey } from './challenge.ts';

/** What a browser says of a ceremony (WebAuthn §5.8.1, CollectedClientData), and the authenticator signs. */
export interface ClientData {
  readonly challenge: string;
  readonly origin: string;
  /** The page around the one that asked, where that stood in a frame of another origin and may (null: it did not). */
  readonly topOrigin: string | null;
}

/**
 * Reads client data, as far as it is the same for both ceremonies.
 *
 * A page in a frame of another origin is refused, because anyone who frames it may talk people into pressing there (S39);
 * but for the app's own pages and `embedding_origins`, where the browser says which one it is.
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
