import { customTokenRoutes, customTokenTaken, fail, isCode } from '@latchkey/wire';
import { type Proof, toProof } from '../../admission/index.ts';
import type { App } from '../../apps/index.ts';
import { sha256 } from '../../crypto/index.ts';
import { implement } from '../../http/index.ts';
import type { World } from '../../world.ts';
import { checkAge, failStale, freshForMs } from '../freshness.ts';
import type { Method, MethodDeps } from '../method.ts';
import { verifyToken } from './verifyToken.ts';

/** Login with a token from the host app's own sign-in. The service stores a hash of the token, not the token. */
export const customToken: Method<'custom-token'> = {
  id: 'custom-token',
  routes: (world, deps) => [
    implement(customTokenRoutes.authenticate, async ({ app, body, caller }) => {
      const { admission, sessions } = deps;
      admission.checkMethod(app, 'custom-token');
      sessions.checkCaller(app, caller);
      const proof = await proveToken(world, deps, { app, token: body.token });
      // A token may log in until it expires. Its use is recorded, so it cannot confirm a login later.
      await isFirstShown(world, deps, { app, token: body.token, proof });
      return admission.logIn(app, proof, { mode: 'login-or-sign-up', caller }).catch(inKnownWords);
    }),
  ],
  async prove(world, deps, { app, body: { token } }) {
    const proof = await proveToken(world, deps, { app, token });
    checkAge(world, proof.provedAtMs);
    return (await isFirstShown(world, deps, { app, token, proof })) ? proof : failStale('proof_used');
  },
};

/**
 * Records the use of a token. Returns true at its first use. Returns false, without a record, for a token too old to
 * confirm anything.
 */
async function isFirstShown(
  world: World,
  { challenges: { usedIds } }: Pick<MethodDeps, 'challenges'>,
  { app, token, proof }: { app: App; token: string; proof: Proof },
): Promise<boolean> {
  const lifeMs = freshForMs(world, proof.provedAtMs);
  return lifeMs > 0 && usedIds.use({ appId: app.id, kind: 'custom-token', id: idOf(token), lifeMs });
}

/**
 * Hashes only the signed part of a token. An attacker could otherwise alter the signature of a used token (ECDSA has
 * two valid ones for the same text), and the token would count as unused.
 */
const idOf = (token: string) => sha256(token.slice(0, token.lastIndexOf('.'))).toString('base64url');

/** @throws ServiceError the codes of `verifyToken`, `disallowed_login_method` for an app that names no issuer */
async function proveToken(
  { clock }: World,
  { issuerKeys: keys }: MethodDeps,
  { app, token }: { app: App; token: string },
): Promise<Proof> {
  const config = app.settings.custom_jwt_config ?? fail('disallowed_login_method');
  const { subject, issuedAtMs } = await verifyToken(token, config, { keys, nowMs: clock.now() });
  const account = { type: 'custom_auth', subject, details: { custom_user_id: subject } } as const;
  return toProof({ method: 'custom-token', account, provedAtMs: issuedAtMs });
}

function inKnownWords(error: unknown): never {
  if (isCode(error, 'linked_to_another_user')) fail('linked_to_another_user', { message: customTokenTaken });
  throw error;
}
