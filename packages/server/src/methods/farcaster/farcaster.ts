import { type FarcasterLinkBody, fail, farcasterChannelHeader, farcasterRoutes } from '@latchkey/wire';
import type { Proof } from '../../admission/index.ts';
import type { App } from '../../apps/index.ts';
import type { CodePurpose } from '../../challenges/index.ts';
import { createChainReader } from '../../ethereum/index.ts';
import { type Caller, createSessionCap, implement } from '../../http/index.ts';
import type { World } from '../../world.ts';
import { linkAccount, unlinkAccount } from '../changes/changeAccounts.ts';
import { transferAccount } from '../changes/transfer.ts';
import type { Method, MethodDeps } from '../method.ts';
import { consumeChannel, createChannels } from './channels.ts';
import { createMiniAppSignIn } from './miniApp.ts';
import { proveSignIn, toAccountKey } from './proveSignIn.ts';
import { createRelay } from './relay.ts';

const id = 'farcaster';

/**
 * Sign-in with Farcaster (FIP-11). The user approves in the Farcaster app, which is on their phone or embeds the host's
 * page.
 */
export const farcaster: Method<'farcaster'> = {
  id,
  routes(world, deps) {
    const { admission, captcha, sessions } = deps;
    const channels = createChannels(world, deps, createRelay(world));
    const takeStatus = createSessionCap(world, 'farcaster.signerStatus');
    const miniApp = createMiniAppSignIn(world, deps, chainOf(world));
    const logIn = async (
      {
        app,
        caller,
        mode,
      }: { app: App; caller: Caller; mode: 'login-or-sign-up' | 'no-signup' | null | undefined },
      prove: () => Promise<Proof>,
    ) => {
      // Checked before anything is consumed, so a refusal does not use up the approval.
      admission.checkMethod(app, id);
      sessions.checkCaller(app, caller);
      return admission.logIn(app, await prove(), { mode: mode ?? 'login-or-sign-up', caller });
    };

    return [
      implement(farcasterRoutes.init, async ({ app, body, caller }) => {
        admission.checkMethod(app, id);
        await captcha.check({ app, action: 'login', token: body.token, caller });
        return channels.open(app, caller, body);
      }),
      implement(farcasterRoutes.status, async ({ app, caller }) => {
        admission.checkMethod(app, id);
        const token = caller.request.headers.get(farcasterChannelHeader);
        return channels.findStatus({ app, token: token ?? fail('invalid_data', { message: noToken }) });
      }),
      implement(farcasterRoutes.authenticate, ({ app, body, caller }) =>
        logIn({ app, caller, mode: body.mode }, () =>
          proveChannel(world, deps, { app, body, purpose: 'login' }),
        ),
      ),
      implement(farcasterRoutes.link, ({ app, body, caller }) =>
        linkAccount(deps, { app, caller, method: id, account: toAccountKey(body.fid) }, (purpose) =>
          proveChannel(world, deps, { app, body, purpose }),
        ),
      ),
      implement(farcasterRoutes.unlink, ({ app, body, caller }) =>
        unlinkAccount(deps, { app, caller, account: toAccountKey(body.fid) }),
      ),
      implement(farcasterRoutes.transfer, ({ app, body, caller }) => {
        const { farcaster_id: fid, nonce } = body;
        return transferAccount(deps, { app, caller, nonce, method: id, readSubject: () => String(fid) });
      }),
      implement(farcasterRoutes.initMiniApp, async ({ app }) => {
        admission.checkMethod(app, id);
        return miniApp.issueNonce(app);
      }),
      implement(farcasterRoutes.authenticateMiniApp, ({ app, body, caller }) =>
        logIn({ app, caller, mode: body.mode }, () => miniApp.prove(app, caller, body)),
      ),
      implement(farcasterRoutes.signerStatus, async ({ app, body, caller }) => {
        const session = await sessions.authenticate(app, caller.bearer);
        takeStatus(session);
        return deps.farcasterSigners.describe(session, body.ed25519_public_key);
      }),
    ];
  },
  prove: (world, deps, { app, body }) => proveChannel(world, deps, { app, body, purpose: 'login' }),
};

const chainOf = (world: World) => createChainReader(world, world.config.farcasterRpcUrl);

/**
 * Proves a Farcaster account by the message that was signed for a channel. Consumes the channel.
 * @throws ServiceError `invalid_credentials`, also for a channel that was opened for another purpose or user;
 *   `service_unavailable` if the chain cannot be read
 */
async function proveChannel(
  world: World,
  deps: MethodDeps,
  { app, body, purpose }: { app: App; body: FarcasterLinkBody; purpose: CodePurpose },
): Promise<Proof> {
  const channel = await consumeChannel(deps.challenges, { app, token: body.channel_token });
  if (channel.purpose !== purpose) fail('invalid_credentials', { message: wrongPurpose });
  const { nonce, origin, openedAtMs: madeAtMs, approval } = channel;
  const expected = { nonce, origin, madeAtMs, nowMs: world.clock.now() };
  // The profile is that of the account that approved. Another account may have signed the message, so the ids are
  // compared.
  const profile = approval?.fid === body.fid ? approval.profile : null;
  return proveSignIn(chainOf(world), body, { expected, profile });
}

const noToken = 'The header farcaster-channel-token is missing';
const wrongPurpose = 'This sign-in request was made for something else. Try again.';
