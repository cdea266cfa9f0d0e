import { custodyRoutes, fail, mfaRoutes } from '@latchkey/wire';
import type { App, Apps } from '../../apps/index.ts';
import { type ActInput, type Agent, type Caller, describeAgent } from '../../http/index.ts';
import type { Session, Sessions } from '../../sessions/index.ts';
import type { BindKey } from './bindKey.ts';
import type { DpopNonces } from './dpopNonce.ts';
import type { DpopProofs } from './dpopProof.ts';

/** Who makes a custody call, once everything about the call is checked. */
export interface CustodyCaller {
  readonly app: App;
  readonly session: Session;
  /** RFC 7638 thumbprint of the proof key. */
  readonly thumbprint: string;
  /** Tells whether the key is bound to the session. False only on routes where a code may bind it. */
  readonly isBound: boolean;
  /** SHA-256 of the request body, base64url. */
  readonly bodyHash: string;
  /** The request itself. */
  readonly caller: Caller;
  /** The page around the frame, as an origin of the app. */
  readonly page: string;
  /** What the browser says it is; decides nothing. */
  readonly agent: Agent;
}

export type AdmitCustody = (
  input: ActInput<{ readonly parent_origin: string }>,
  path: string,
) => Promise<CustodyCaller>;

/**
 * All that is served while an account is on hold: that a token is good, without which the frame could not even say why, and
 * what only takes away: forgetting what was verified, and stopping a removal that would fall due.
 */
const openOnHold: readonly string[] = [
  custodyRoutes.verifyToken.path,
  mfaRoutes.clear.path,
  mfaRoutes.cancelRemoval.path,
];
export const isOpenOnHold = (path: string): boolean => openOnHold.includes(path);

/**
 * Routes that a session which still owes a second factor may call: those of factors, by which it verifies one, or proves
 * otherwise that the wallet is its user's. All else is refused, what is added later too.
 */
const openHalfIn: ReadonlySet<string> = new Set(Object.values(mfaRoutes).map(({ path }) => path));

/**
 * By which an owner comes to a wallet whose app has strict approval, and to the binding of a second key of an old session too:
 * what they get by it is for a code that the service sends them, or for nothing.
 */
const openUnbound: readonly string[] = [custodyRoutes.recover.path, custodyRoutes.sendReleaseCode.path];

/**
 * Makes the ladder that every custody call climbs before anything is done for it (docs/custody.md, custody routes).
 * The request handler has checked that the call comes from the frame's own origin. Admission throws ServiceError
 * `missing_or_invalid_token`, `missing_or_invalid_mfa`, `account_on_hold`, `invalid_dpop_proof`, `use_dpop_nonce`, `origin_not_allowed`, `recent_login_required`,
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
    // On refusals too: the frame retries at once with the nonce that it finds here (RFC 9449 §8.2).
    caller.setHeader('DPoP-Nonce', nonces.issue(app.id));
    // A token sent as a plain bearer is a client that does not know of proofs (RFC 9449 §7.1).
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
    // The app's origins may have changed since the frame was loaded, and the frame may be that of another app's page.
    if (!apps.isOriginAllowed(app, body.parent_origin)) fail('origin_not_allowed');
    const mayStayUnbound = app.settings.approval === 'frame' && openUnbound.includes(path);
    const key = { app, session, thumbprint };
    const isBound = mayStayUnbound ? await bindKey.tryBind(key) : true;
    if (!mayStayUnbound) await bindKey.bind(key);
    const agent = describeAgent(headers.get('user-agent'));
    return { app, session, thumbprint, isBound, bodyHash, caller, page: body.parent_origin, agent };
  };
}
