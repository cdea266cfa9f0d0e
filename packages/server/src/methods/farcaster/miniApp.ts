import { fail, limits, type MiniAppAuthenticateBody } from '@latchkey/wire';
import type { Proof } from '../../admission/index.ts';
import type { App } from '../../apps/index.ts';
import { type ChainReader, readSignInMessage } from '../../ethereum/index.ts';
import type { Caller } from '../../http/index.ts';
import type { World } from '../../world.ts';
import type { MethodDeps } from '../method.ts';
import { proveSignIn } from './proveSignIn.ts';

const kind = 'farcaster-nonce';

interface Made {
  readonly madeAtMs: number;
}

/**
 * Creates the sign-in of a mini app. The Farcaster app that embeds the mini app signs directly, so the sign-in needs a
 * nonce and no channel. The nonce is the ticket's secret in hex, because EIP-4361 allows only letters and digits.
 */
export function createMiniAppSignIn({ clock }: World, { apps, challenges }: MethodDeps, chain: ChainReader) {
  const { tickets } = challenges;
  const lifeMs = limits.farcasterChannelLifeMs;

  /**
   * Returns the origin of the page that a message was signed for: the caller's, or a page of the app if the caller
   * has no origin. Returns null for any other page.
   */
  function findOrigin(app: App, caller: Caller, uri: string): string | null {
    const origin = URL.canParse(uri) ? new URL(uri).origin : null;
    if (origin === null || !apps.isOriginAllowed(app, origin)) return null;
    return caller.origin === null || caller.origin === origin ? origin : null;
  }

  return {
    async issueNonce(app: App) {
      const madeAtMs = clock.now();
      const secret = await tickets.issue({ appId: app.id, kind, lifeMs, value: { madeAtMs } satisfies Made });
      const nonce = Buffer.from(secret, 'base64url').toString('hex');
      return { nonce, expires_at: new Date(madeAtMs + lifeMs).toISOString() };
    },

    /** @throws ServiceError `invalid_credentials`, `service_unavailable` */
    async prove(app: App, caller: Caller, body: MiniAppAuthenticateBody): Promise<Proof> {
      const message = readSignInMessage(body.message);
      const nonce = message?.nonce ?? '';
      const secret = Buffer.from(nonce, 'hex').toString('base64url');
      // Consumed before the message is checked, so a nonce can be tried only once.
      const made = message && (await tickets.consume<Made>({ appId: app.id, kind, secret }));
      const origin = message && findOrigin(app, caller, message.uri);
      if (!made || !origin) fail('invalid_credentials', { message: notGood });
      const expected = { nonce, origin, madeAtMs: made.value.madeAtMs, nowMs: clock.now() };
      return proveSignIn(chain, body, { expected, profile: null });
    },
  };
}

const notGood = 'The Farcaster sign-in could not be verified. Try again.';
