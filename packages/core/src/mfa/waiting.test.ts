import { createTestService, type TestService } from '@latchkey/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  approveRequest,
  cancelMfa,
  errorIndicatesMaxMfaRetries,
  errorIndicatesMfaRequired,
  errorIndicatesMfaTimeout,
  errorIndicatesMfaVerificationFailed,
  type Hex,
  logout,
  type MfaMethod,
  registerMfaListener,
  setFactorPromptHandler,
  signMessage,
  submitMfa,
} from '../index.ts';
import { signInGuarded } from './guardedFrame.testkit.ts';

let service: TestService;
beforeAll(async () => {
  service = await createTestService();
});
afterAll(() => service.close());

let people = 0;
const rpc = 'privy:wallets:rpc';

/** Creates a user whose wallet requires a code, on a page with its own listener. */
async function asked(config = {}) {
  const test = await signInGuarded(service, `waiting-${++people}@company.example`, config);
  const told: (readonly MfaMethod[])[] = [];
  registerMfaListener(test.client, (methods) => told.push(methods));
  const sign = () => signMessage(test.client, { message: 'Hello' });
  const submit = (code: string) => submitMfa(test.client, 'totp', code);
  const untilTold = (times: number) => expect.poll(() => told.length).toBe(times);
  return { ...test, sign, submit, told, untilTold };
}

describe('an operation that needs a second factor', () => {
  it('[MFA-22] an operation is tried without a factor first, waits for one from the host’s screen, and continues with it', async () => {
    const { frame, sign, submit, told, untilTold } = await asked();
    const signing = sign();
    await untilTold(1);
    expect(told).toEqual([['totp']]);
    await submit(' 123456 ');
    expect(await signing).toMatch(/^0x/);
    expect(frame.sent()).toEqual([
      [rpc, undefined],
      [rpc, '123456'],
    ]);
    await sign();
    expect(told).toHaveLength(1);
  });

  it('[MFA-21] an operation is tried four times, and no fifth attempt is sent', async () => {
    const { client, frame, sign, submit, told, untilTold } = await asked();
    const signing = sign().catch((error: unknown) => error);
    await untilTold(1);
    for (const code of ['000001', '000002']) {
      const error = await submit(code).catch((cause: unknown) => cause);
      expect(errorIndicatesMfaVerificationFailed(error)).toBe(true);
      expect(errorIndicatesMfaRequired(error)).toBe(false);
    }
    const last = await submit('000003').catch((cause: unknown) => cause);
    expect(errorIndicatesMaxMfaRetries(last)).toBe(true);
    expect(await signing).toMatchObject({
      code: 'mfa_verification_max_attempts_reached',
      message: 'Max MFA verification attempts reached',
      details: { type: 'mfa_verification_max_attempts_reached' },
    });
    expect(frame.heard).toHaveLength(4);
    await expect(submitMfa(client, 'totp', '123456')).rejects.toMatchObject({ code: 'not_found' });
    expect(frame.heard).toHaveLength(4);
    expect(told).toHaveLength(1);
  });

  it('[MFA-23] an operation waits five minutes for a code, and again after each wrong code', async () => {
    const { sign, submit, timers, untilTold } = await asked();
    const signing = sign().catch((error: unknown) => error);
    await untilTold(1);
    await timers.advance(299_999);
    await submit('000001').catch(() => {});
    await timers.advance(299_999);
    const pending = await Promise.race([signing, 'pending']);
    expect(pending).toBe('pending');
    await timers.advance(1);
    const error = await signing;
    expect(error).toMatchObject({ code: 'mfa_timeout', message: 'Timed out waiting for MFA code' });
    expect(errorIndicatesMfaTimeout(error)).toBe(true);
    await expect(submit('123456')).rejects.toMatchObject({ code: 'not_found' });
  });

  it('[MFA-28] an operation rejects with ‘MFA canceled’ if the user cancels or logs out', async () => {
    const { client, sign, untilTold } = await asked();
    const canceled = { code: 'user_rejected_request', message: 'MFA canceled' };
    const first = sign();
    await untilTold(1);
    cancelMfa(client);
    await expect(first).rejects.toMatchObject(canceled);
    cancelMfa(client);
    const second = sign();
    second.catch(() => {});
    await untilTold(2);
    await logout(client);
    await expect(second).rejects.toMatchObject(canceled);
  });

  it('[MFA-19] an operation stays refused if nobody prompts, or if the app accepts none of the methods', async () => {
    const { client, frame } = await signInGuarded(service, `waiting-${++people}@company.example`);
    const sign = () => signMessage(client, { message: 'Hello' });
    const refusal = await sign().catch((error: unknown) => error);
    expect(refusal).toMatchObject({ code: 'missing_or_invalid_mfa', details: { methods: ['totp'] } });
    expect(errorIndicatesMfaRequired(refusal)).toBe(true);
    let told = 0;
    registerMfaListener(client, () => {
      told += 1;
    });
    frame.methods = [];
    await expect(sign()).rejects.toMatchObject({ code: 'missing_or_invalid_mfa', details: { methods: [] } });
    expect(told).toBe(0);
  });

  it('[MFA-30] submitMfa rejects what cannot be a code or a passkey response, and an unknown method, and sends nothing', async () => {
    const { client, frame, sign, untilTold } = await asked();
    const signing = sign();
    await untilTold(1);
    const before = frame.heard.length;
    await expect(submitMfa(client, 'totp', 123456 as never)).rejects.toThrow('Invalid MFA code');
    await expect(submitMfa(client, 'sms', {} as never)).rejects.toThrow('Invalid MFA code');
    await expect(submitMfa(client, 'passkey', '123456')).rejects.toThrow('Invalid authenticator response');
    await expect(submitMfa(client, 'voice' as never, '1')).rejects.toThrow('Unsupported MFA method');
    expect(frame.heard).toHaveLength(before);
    await submitMfa(client, 'totp', '123456');
    await signing;
  });
});

it('an operation sends a code once, and repeats the request without it if the frame does not answer', async () => {
  const { frame, sign, submit, timers, untilTold } = await asked();
  frame.losesAnswer = true;
  const signing = sign();
  await untilTold(1);
  const submitted = submit('123456');
  await expect.poll(() => frame.heard.length).toBe(2);
  await timers.advance(15_000);
  await submitted;
  expect(await signing).toMatch(/^0x/);
  expect(frame.sent()).toEqual([
    [rpc, undefined],
    [rpc, '123456'],
    [rpc, undefined],
  ]);
});

it('a factor is verified in the hidden frame before the wallet signs on a new approval page', async () => {
  const { client, frame, submit, untilTold } = await asked();
  const pages: unknown[] = [];
  const append = (page: { connect(onRemove: () => void): void }) => {
    pages.push(page);
    page.connect(() => {});
  };
  const container = { append } as unknown as HTMLElement;
  const signing = signMessage(client, {
    message: 'Hello',
    sign: async (request) => (await approveRequest(client, request, { container })) as Hex,
  });
  await untilTold(1);
  await submit('123456');
  expect(await signing).toMatch(/^0x/);
  expect(frame.sent()).toEqual([
    [rpc, undefined],
    ['privy:mfa:verify', '123456'],
    [rpc, undefined],
  ]);
  expect(pages).toHaveLength(2);
});

describe('several operations that wait', () => {
  it('operations that wait share one prompt, and the others continue without a code after one verified', async () => {
    const { frame, sign, submit, told, untilTold } = await asked();
    const signing = [sign(), sign(), sign()];
    await untilTold(1);
    await expect.poll(() => frame.heard.length).toBe(3);
    await submit('123456');
    for (const signature of await Promise.all(signing)) expect(signature).toMatch(/^0x/);
    expect(told).toHaveLength(1);
    expect(frame.sent().filter(([, code]) => code !== undefined)).toHaveLength(1);
    expect(frame.heard).toHaveLength(6);
  });

  it('cancelMfa cancels all operations that wait', async () => {
    const { client, sign, untilTold, frame } = await asked();
    const signing = [sign(), sign()].map((one) => one.catch((error: Error) => error.message));
    await untilTold(1);
    await expect.poll(() => frame.heard.length).toBe(2);
    cancelMfa(client);
    expect(await Promise.all(signing)).toEqual(['MFA canceled', 'MFA canceled']);
  });

  it('submitMfa sends a code that is submitted twice only once', async () => {
    const { frame, sign, submit, untilTold } = await asked();
    const signing = sign();
    await untilTold(1);
    await Promise.all([submit('123456'), submit('123456')]);
    await signing;
    expect(frame.sent()).toEqual([
      [rpc, undefined],
      [rpc, '123456'],
    ]);
  });
});

describe('the modal', () => {
  it('the modal prompts instead of the host’s listener, and the refused operation is tried once more', async () => {
    const { client, frame, sign, told } = await asked();
    const prompts: unknown[] = [];
    setFactorPromptHandler(client, async (refusal, wanted) => {
      prompts.push([refusal.code, wanted]);
      frame.isClosed = false;
      return true;
    });
    expect(await Promise.all([sign(), sign()])).toHaveLength(2);
    expect(prompts).toEqual([['missing_or_invalid_mfa', {}]]);
    expect(told).toEqual([]);
    frame.isClosed = true;
    setFactorPromptHandler(client, async () => true);
    await expect(sign()).rejects.toMatchObject({ code: 'missing_or_invalid_mfa' });
    setFactorPromptHandler(client, async () => false);
    await expect(sign()).rejects.toMatchObject({ details: { methods: ['totp'] } });
    setFactorPromptHandler(client, async () => {
      throw new Error('the screen was closed');
    });
    await expect(sign()).rejects.toThrow('the screen was closed');
  });

  it.each([
    ['the host wants no prompt', { mfa: { noPromptOnMfaRequired: true } }],
    ['no screen opens at all', { headless: true }],
  ])('[MFA-20] the modal does not prompt for a factor if %s', async (_, config) => {
    const { client, sign, submit, untilTold } = await asked(config);
    let requests = 0;
    setFactorPromptHandler(client, async () => {
      requests += 1;
      return true;
    });
    const signing = sign();
    await untilTold(1);
    await submit('123456');
    await signing;
    expect(requests).toBe(0);
  });
});
