import { createTestClient, type TestClient, type TestService } from '@latchkey/testkit';
import type { FrameEvent, FrameRequest, MfaMethod } from '@latchkey/wire';
import { createWallet, type HostConfig } from '../index.ts';
import { createScriptedFrame } from '../wallets/embedded/scriptedFrame.testkit.ts';

/** Wallet frame of a user with a second factor, for tests that decide which code is right and count what is sent. */
export interface GuardedFrame {
  /** The right code; null if every code is wrong. */
  right: string | null;
  /** True if guarded requests are refused without a factor. */
  isClosed: boolean;
  /** Methods that a refusal names. */
  methods: readonly MfaMethod[];
  /** Guarded requests, oldest first. */
  readonly heard: FrameRequest[];
  /** Events of these requests and the codes sent with them, oldest first. */
  sent(): [event: FrameEvent, code: unknown][];
  /** True if the answer to the next right code is lost. */
  losesAnswer: boolean;
}

const guarded = new Set<FrameEvent>(['privy:wallets:rpc', 'privy:wallets:set-recovery', 'privy:mfa:verify']);

/** Signs in a user with a wallet, in a frame that requires a second factor to sign. */
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
