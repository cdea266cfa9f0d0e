import { createTestClient, type TestClient, type TestService } from '@latchkey/testkit';
import type { FrameEvent, FrameRequest, MfaMethod } from '@latchkey/wire';
import { createWallet, type HostConfig } from '../index.ts';
import { createScriptedFrame } from '../wallets/embedded/scriptedFrame.testkit.ts';

/** The wallet frame of a user with a second factor, for tests that decide which code is right and count what is sent. */
export interface GuardedFrame {
  /** What may be shown; null for none. */
  right: string | null;
  /** Whether what needs a factor is refused without one. */
  isClosed: boolean;
  /** The methods that a refusal names. */
  methods: readonly MfaMethod[];
  /** Requests but pings, oldest first. */
  readonly heard: FrameRequest[];
  /** Events and what was shown with them, oldest first. */
  sent(): [event: FrameEvent, code: unknown][];
  /** Whether the answer to the next right code never comes. */
  losesAnswer: boolean;
}

const guarded = new Set<FrameEvent>(['privy:wallets:rpc', 'privy:wallets:set-recovery', 'privy:mfa:verify']);

/** Signs someone in who has a wallet, in a frame that wants a second factor to sign. */
export async function signInGuarded(
  service: TestService,
  email: string,
  config: HostConfig = {},
): Promise<TestClient & { readonly frame: GuardedFrame }> {
  const wallet = createScriptedFrame(service);
  const frame: GuardedFrame = {
    right: '123456',
    isClosed: false,
    methods: ['totp'],
    heard: [],
    sent: () => frame.heard.map(({ event, data }) => [event, (data as { mfaCode?: unknown }).mfaCode]),
    losesAnswer: false,
  };
  const test = createTestClient(service, {
    config,
    page: {
      async frame(message, page) {
        const { id, event, data } = message as FrameRequest;
        if (!guarded.has(event)) return wallet.script(message, page);
        frame.heard.push(message as FrameRequest);
        const {
          mfaMethod,
          mfaCode,
          relyingParty: _,
          ...rest
        } = data as FrameRequest<'privy:mfa:verify'>['data'];
        const refuse = (error: object) =>
          page.post({ id, event, error: { type: 'missing_or_invalid_mfa', message: 'No', ...error } });
        if (mfaMethod && mfaCode !== frame.right) return refuse({});
        if (!mfaMethod && frame.isClosed) return refuse({ methods: frame.methods });
        frame.isClosed = false;
        if (mfaMethod && frame.losesAnswer) {
          frame.losesAnswer = false;
          return;
        }
        if (event === 'privy:mfa:verify') return page.post({ id, event, data: {} });
        return wallet.script({ id, event, data: rest }, page);
      },
    },
  });
  await test.client.start();
  await test.logIn(email);
  await createWallet(test.client);
  frame.isClosed = true;
  return { ...test, frame };
}
