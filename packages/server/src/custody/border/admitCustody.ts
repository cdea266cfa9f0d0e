import { custodyRoutes, fail, mfaRoutes } from '@latchkey/wire';
import type { App, Apps } from '../../apps/index.ts';
import { type ActInput, type Agent, type Caller, describeAgent } from '../../http/index.ts';
import type { Session, Sessions } from '../../sessions/index.ts';
import type { BindKey } from './bindKey.ts';
import type { DpopNonces } from './dpopNonce.ts';
import type { DpopProofs } from './dpopProof.ts';

/** The caller of a custody route, after all checks of the request. */
export interface CustodyCaller {
  readonly app: App;
  readonly session: Session;
  /** RFC 7638 thumbprint of the proof key. */
  readonly thumbprint: string;
  /** True if the key is bound to the session. False only on routes that admit an unbound key. */
  readonly isBound: boolean;
  /** SHA-256 of the request body, base64url. */
  readonly bodyHash: string;
  readonly caller: Caller;
  /** Origin of the page around the frame, as the frame names it. The app allows this origin. */
  readonly page: string;
  /** Browser and system that the user agent claims. */
  readonly agent: Agent;
}

export type AdmitCustody = (
  input: ActInput<{ readonly parent_origin: string }>,
  path: string,
) => Promise<CustodyCaller>;

/**
 * Custody routes that admit a session while its account is on hold. They release nothing: one checks the token, one
 * discards verifications, and one cancels a pending removal of factors.
 */
const openOnHold: readonly string[] = [
  custodyRoutes.verifyToken.path,
  mfaRoutes.clear.path,
  mfaRoutes.cancelRemoval.path,
];
export const isOpenOnHold = (path: string): boolean => openOnHold.includes(path);

/** Custody routes that admit a session that still lacks its second factor. */
const openHalfIn: ReadonlySet<string> = new Set(Object.values(mfaRoutes).map(({ path }) => path));

/**
 * Routes that admit a proof key that is not bound to the session, in apps with strict approval. An attacker with a
 * stolen token could bring such a key, so they release no part of a wallet's key to it without a release code.
 */
const openUnbound: readonly string[] = [custodyRoutes.recover.path, custodyRoutes.sendReleaseCode.path];

/**
 * Creates the checks that a custody request with a token passes first (docs/custody.md, custody routes). The request
 * handler has checked its Origin header. Throws ServiceError `missing_or_invalid_token`, `missing_or_invalid_mfa`,
 * `account_on_hold`, `invalid_dpop_proof`, `use_dpop_nonce`, `origin_not_allowed`, `recent_login_required`,
 * `too_many_requests`.
 */
export function createAdmitCustody(deps: {
  apps: Apps;
  sessions: Sessions;
  nonces: DpopNonces;
  proofs: DpopProofs;
  bindKey: BindKey;
}): AdmitCustody {
  const { apps, sessions, nonces, proofs, bindKey } = deps;

  return async ({ app, body, caller }, path) => {
    // Set before the checks, because a refusal carries the nonce too (RFC 9449 §8.2).
    caller.setHeader('DPoP-Nonce', nonces.issue(app.id));
    const { headers } = caller.request;
    if (!/^DPoP /i.test(headers.get('authorization') ?? '')) fail('missing_or_invalid_token');
    const session = await sessions.authenticateCustody(app, caller.bearer, {
      orHalfIn: openHalfIn.has(path),
    });
    if (!isOpenOnHold(path)) sessions.checkHold(session);
    const { thumbprint, bodyHash } = await proofs({
      appId: app.id,
      origin: caller.origin ?? '',
      proof: headers.get('dpop'),
      path,
      token: caller.bearer ?? '',
      bodyText: caller.bodyText,
      parentOrigin: body.parent_origin,
    });
    // The app's origins may have changed since the frame was loaded.
    if (!apps.isOriginAllowed(app, body.parent_origin)) fail('origin_not_allowed');
    const mayStayUnbound = app.settings.approval === 'frame' && openUnbound.includes(path);
    const key = { app, session, thumbprint };
    const isBound = mayStayUnbound ? await bindKey.tryBind(key) : true;
    if (!mayStayUnbound) await bindKey.bind(key);
    const agent = describeAgent(headers.get('user-agent'));
    return { app, session, thumbprint, isBound, bodyHash, caller, page: body.parent_origin, agent };
  };
}
