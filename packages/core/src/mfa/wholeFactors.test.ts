import { isCode, limits } from '@latchkey/wire';
import { ed25519 } from '@noble/curves/ed25519.js';
import { Address, Base58, Hex, PersonalMessage, Secp256k1, Signature, TypedData } from 'ox';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type FrameFixture, openFrameFixture } from '../../../frame/src/frameFixture.testkit.ts';
import { authenticatorOf } from '../../../frame/src/mfa/mfa.testkit.ts';
import { mail } from '../../../frame/src/sign/typedDataVectors.testkit.ts';
import {
  cancelFactorRemoval,
  createAccountLink,
  createAccountUpdate,
  createBackupCodes,
  createWallet,
  exportWallet,
  initEnrollmentWithPasskey,
  initEnrollmentWithSms,
  initEnrollmentWithTotp,
  initMfa,
  linkWithPasskey,
  listDevices,
  listFactors,
  proveByRecovery,
  provePasskeyFactor,
  recoverWithPasskey,
  requestFactorRemoval,
  revokeDevice,
  setRecovery,
  signMessage,
  signSolanaMessage,
  signTypedData,
  submitEnrollmentWithPasskey,
  submitEnrollmentWithSms,
  submitEnrollmentWithTotp,
  submitMfa,
  unenroll,
  unlinkEmail,
  unlinkPasskey,
  verifyFactor,
} from '../index.ts';
import type { GivenFactor } from './verify.ts';
import {
  app,
  enrolTotp,
  type FactorClient,
  outliveTrust,
  promptByScreen,
  signInOwner,
  toFactorClient,
} from './wholeFactors.testkit.ts';

// Second factors through the client's own functions, with the frame's own code and a real service.

let fixture: FrameFixture;
beforeAll(async () => {
  fixture = await openFrameFixture({ app });
});
afterAll(() => fixture?.close());

const sign = ({ client }: FactorClient) => signMessage(client, { message: 'Hello' });
const methodsOf = ({ client }: FactorClient) => client.getState().user?.mfaMethods;
let numbers = 0;
const newNumber = () => `+120155503${String(++numbers).padStart(2, '0')}`;

describe('an authenticator app', () => {
  it('[MFA-16] [MFA-33] [CONST-01] an authenticator app is enrolled with secret and code, and one code then unlocks the wallet for a while', async () => {
    const person = await signInOwner(fixture);
    const { secret, authUrl } = await initEnrollmentWithTotp(person.client);
    expect(secret).toMatch(/^[A-Z2-7]{32,}$/);
    expect(new URL(authUrl).searchParams.get('secret')).toBe(secret);
    await expect(submitEnrollmentWithTotp(person.client, { mfaCode: '000000' })).rejects.toMatchObject({
      code: 'invalid_enrollment_code',
    });
    expect(methodsOf(person)).toEqual([]);
    const codeOf = await enrolTotp(fixture, person);
    expect(methodsOf(person)).toEqual(['totp']);
    expect(person.client.getState().settings?.mfa.methods).toEqual(['totp', 'sms', 'passkey']);

    await outliveTrust(fixture, person);
    person.listen();
    const signing = sign(person);
    await person.untilTold(1);
    expect(person.told).toEqual([['totp']]);
    await expect(submitMfa(person.client, 'totp', '000000')).rejects.toMatchObject({
      code: 'missing_or_invalid_mfa',
    });
    await submitMfa(person.client, 'totp', codeOf());
    expect(await signing).toMatch(/^0x/);
    await sign(person);
    expect(person.messages()).toEqual([
      'privy:wallets:rpc',
      'privy:wallets:rpc totp',
      'privy:wallets:rpc totp',
      'privy:wallets:rpc',
    ]);
    await unenrolByListener(person, codeOf);
    expect(methodsOf(person)).toEqual([]);
  });

  async function unenrolByListener(person: FactorClient, codeOf: () => string): Promise<void> {
    person.heard.length = 0;
    const told = person.told.length;
    const removing = unenroll(person.client, 'totp');
    await person.untilTold(told + 1);
    await submitMfa(person.client, 'totp', codeOf());
    await removing;
    // Nothing was sent without a code, although the wallet was unlocked.
    expect(person.messages()).toEqual(['privy:mfa:unenroll totp']);
  }

  it('a code of an authenticator app unlocks the wallet in a new browser, with one prompt', async () => {
    const first = await signInOwner(fixture);
    const codeOf = await enrolTotp(fixture, first);
    const second = toFactorClient(await first.inNewBrowser(), first.email);
    second.listen();
    const signing = sign(second);
    await second.untilTold(1);
    await submitMfa(second.client, 'totp', codeOf());
    expect(await signing).toMatch(/^0x/);
    expect(second.told).toHaveLength(1);
  });
});

describe('a phone number', () => {
  it('[MFA-08] [MFA-31] [MFA-34] a phone number is enrolled with its code, verified with another code, and removed by the method’s name', async () => {
    const person = await signInOwner(fixture);
    const phoneNumber = newNumber();
    await initEnrollmentWithSms(person.client, { phoneNumber });
    const mfaCode = fixture.service.outbox.codeFor(phoneNumber);
    await submitEnrollmentWithSms(person.client, { phoneNumber, mfaCode });
    expect(methodsOf(person)).toEqual(['sms']);
    await outliveTrust(fixture, person);
    person.listen();
    const signing = sign(person);
    await person.untilTold(1);
    await initMfa(person.client, 'sms');
    expect(await person.requests.at(-1)?.clone().json()).toEqual({
      action: 'verify',
      request_id: expect.any(String),
    });
    await submitMfa(person.client, 'sms', fixture.service.outbox.codeFor(phoneNumber));
    expect(await signing).toMatch(/^0x/);

    const removing = unenroll(person.client, 'sms');
    await person.untilTold(2);
    fixture.service.clock.advance(limits.resendCooldownMs);
    await initMfa(person.client, 'sms');
    await submitMfa(person.client, 'sms', fixture.service.outbox.codeFor(phoneNumber));
    await removing;
    expect(methodsOf(person)).toEqual([]);
  });
});

describe('a passkey', () => {
  async function withPasskey() {
    const person = await signInOwner(fixture);
    const { account } = await linkWithPasskey(person.client);
    const credentialId = account.type === 'passkey' ? account.credentialId : '';
    await initEnrollmentWithPasskey(person.client);
    await submitEnrollmentWithPasskey(person.client, { credentialIds: [credentialId] });
    return { ...person, credentialId };
  }

  it('[MFA-10] [MFA-14] [MFA-32] a passkey is enrolled by its id, verified with its response, and removed with an empty list', async () => {
    const person = await withPasskey();
    expect(methodsOf(person)).toEqual(['passkey']);
    await outliveTrust(fixture, person);
    person.listen();
    const signing = sign(person);
    await person.untilTold(1);
    const begun = await initMfa(person.client, 'passkey');
    expect(await person.requests.at(-1)?.clone().json()).toEqual({});
    await submitMfa(person.client, 'passkey', await provePasskeyFactor(person.client, begun));
    expect(await signing).toMatch(/^0x/);

    person.heard.length = 0;
    const removing = unenroll(person.client, 'passkey');
    await person.untilTold(2);
    await submitMfa(person.client, 'passkey', await provePasskeyFactor(person.client));
    await removing;
    expect(methodsOf(person)).toEqual([]);
    expect(person.heard.map(({ data }) => (data as { credentialIds?: unknown }).credentialIds)).toEqual([
      [],
      [],
    ]);
  });

  it('[LINK-20] unlinkPasskey fails without a prompt for a passkey that is a factor', async () => {
    const person = await withPasskey();
    person.listen();
    await expect(unlinkPasskey(person.client, person.credentialId)).rejects.toMatchObject({
      code: 'missing_or_invalid_mfa',
      message: 'Cannot unlink a passkey enrolled in MFA',
    });
    expect(person.told).toEqual([]);
    expect(methodsOf(person)).toEqual(['passkey']);
  });
});

describe('a fresh verification', () => {
  it('[EXPO-03] a user with a factor is prompted before each export, unless a screen has just verified one for it', async () => {
    const person = await signInOwner(fixture);
    const codeOf = await enrolTotp(fixture, person);
    person.heard.length = 0;
    const prompts = promptByScreen(person, codeOf);
    for (const nth of [1, 2]) {
      // The container fails before the page is shown, so the test sees only what precedes it.
      const page = exportWallet(person.client, { container: failing });
      await expect(page).rejects.toThrow('no place');
      expect(prompts).toEqual(Array(nth).fill('export'));
    }
    expect(person.messages()).toEqual([
      ...['privy:mfa:verify totp', 'privy:wallets:connect', 'privy:wallets:check-export'],
      ...['privy:mfa:verify totp', 'privy:wallets:connect', 'privy:wallets:check-export'],
    ]);
    // After a screen has verified a factor for an export, the next export does not prompt, but the one after it does.
    await verifyFactor(person.client, { method: 'totp', code: codeOf(), purpose: 'export' });
    for (const asked of [2, 3]) {
      await expect(exportWallet(person.client, { container: failing })).rejects.toThrow('no place');
      expect(prompts).toHaveLength(asked);
    }
  });

  const failing = {
    get clientWidth(): number {
      throw new Error('no place');
    },
  } as HTMLElement;

  it('passkey recovery closes its window before the prompt for a factor and opens another after the verification', async () => {
    const first = await signInOwner(fixture);
    const codeOf = await enrolTotp(fixture, first);
    const person = toFactorClient(await first.inNewBrowser(), first.email);
    const windows: { closed: boolean }[] = [];
    const open = () => {
      const shown = {
        closed: false,
        close: () => {
          shown.closed = true;
        },
        location: {
          set href(_: string) {
            shown.closed = true; // the user closes it
          },
        },
      };
      windows.push(shown);
      return shown;
    };
    Object.assign(person.page.window, { open });
    person.listen();
    const recovering = recoverWithPasskey(person.client).catch((error: unknown) => error);
    await person.untilTold(1);
    expect(windows.map(({ closed }) => closed)).toEqual([true]);
    await submitMfa(person.client, 'totp', codeOf());
    await expect.poll(() => windows.map(({ closed }) => closed)).toEqual([true, true]);
    await person.timers.advance(300);
    expect(await recovering).toMatchObject({ code: 'exited_passkey_flow' });
    expect(await sign(person)).toMatch(/^0x/);
    expect(person.told).toHaveLength(1);
  });

  it('a change of recovery prompts for a factor once, with only that purpose', async () => {
    const person = await signInOwner(fixture);
    const prompts = promptByScreen(person, await enrolTotp(fixture, person));
    await outliveTrust(fixture, person); // one prompt also unlocks the wallet
    await setRecovery(person.client, { method: 'user-passcode', password: 'gravel-lantern-oblige-thimble' });
    expect(prompts).toEqual(['set_recovery']);
  });

  it('the page’s own requests that need a factor prompt with a purpose, and are repeated after the frame verified the factor', async () => {
    const person = await signInOwner(fixture);
    const codeOf = await enrolTotp(fixture, person);
    const prompts = promptByScreen(person, codeOf);
    const link = createAccountLink(person.client, 'sms');
    const number = newNumber();
    await link.sendCode(number);
    await link.submitCode(fixture.service.outbox.codeFor(number));
    expect(prompts).toEqual([]);
    const update = createAccountUpdate(person.client, 'email');
    const email = `factors-new-${person.email}`;
    await update.sendCode(email);
    await update.submitCode(fixture.service.outbox.codeFor(email));
    expect(person.client.getState().user?.email?.address).toBe(email);
    await unlinkEmail(person.client, email);
    const [device] = await listDevices(person.client);
    await revokeDevice(person.client, { id: device?.id ?? '' });
    expect(prompts).toEqual(['change_account', 'change_account', 'revoke_device']);
  });

  it('a code from a host’s own screen is verified in the frame for the page’s own request to the service, which is then repeated', async () => {
    const person = await signInOwner(fixture);
    const codeOf = await enrolTotp(fixture, person);
    person.listen();
    person.heard.length = 0;
    const update = createAccountUpdate(person.client, 'email');
    const email = `factors-own-${person.email}`;
    await update.sendCode(email);
    const updating = update.submitCode(fixture.service.outbox.codeFor(email));
    await person.untilTold(1);
    await expect(submitMfa(person.client, 'totp', '000000')).rejects.toMatchObject({
      code: 'missing_or_invalid_mfa',
    });
    await submitMfa(person.client, 'totp', codeOf());
    await updating;
    expect(person.client.getState().user?.email?.address).toBe(email);
    expect(person.messages()).toEqual(['privy:mfa:verify totp', 'privy:mfa:verify totp']);
  });
});

it('[EMBW-18] [MFA-25] a text message that is not sent, a missing factor, a timeout and too many attempts each have their own error type', async () => {
  const person = await signInOwner(fixture);
  const typeOf = (work: Promise<unknown>) =>
    work.then(
      () => 'none',
      (error: unknown) => (isCode(error) ? error.details?.type : error),
    );
  fixture.service.outbox.setDown(true, 'twilio_verification_failed');
  const phoneNumber = newNumber();
  expect(await typeOf(initEnrollmentWithSms(person.client, { phoneNumber }))).toBe(
    'twilio_verification_failed',
  );
  fixture.service.outbox.setDown(false);

  await enrolTotp(fixture, person);
  await outliveTrust(fixture, person);
  expect(await typeOf(sign(person))).toBe('missing_or_invalid_mfa');
  person.listen();
  const signing = typeOf(sign(person));
  await person.untilTold(1);
  await person.timers.advance(300_000);
  expect(await signing).toBe('mfa_timeout');
  const wrong = () => typeOf(verifyFactor(person.client, { method: 'totp', code: '000000' }));
  for (let tries = 0; tries < 4; tries += 1) expect(await wrong()).toBe('missing_or_invalid_mfa');
  expect(await wrong()).toBe('mfa_verification_max_attempts_reached');
});

describe('an owner who lost every factor', () => {
  it('an owner unlocks the wallet with a backup code once, and removes the lost factor with another', async () => {
    const person = await signInOwner(fixture);
    await enrolTotp(fixture, person);
    fixture.service.clock.advance(-60_000);
    const codes = await createBackupCodes(person.client);
    expect(codes).toHaveLength(10);
    await outliveTrust(fixture, person);
    await verifyFactor(person.client, { method: 'backup_code', code: codes[0] ?? '' });
    expect(await sign(person)).toMatch(/^0x/);
    const again = verifyFactor(person.client, { method: 'backup_code', code: codes[0] ?? '' });
    await expect(again).rejects.toMatchObject({ code: 'missing_or_invalid_mfa' });
    const purpose = 'change_factors';
    await verifyFactor(person.client, { method: 'backup_code', code: codes[1] ?? '', purpose });
    await unenroll(person.client, 'totp');
    expect(methodsOf(person)).toEqual([]);
  });

  it('an owner removes a lost factor with the recovery password of the wallet', async () => {
    const person = await signInOwner(fixture);
    const recoveryPassword = 'gravel-lantern-oblige-thimble';
    await setRecovery(person.client, { method: 'user-passcode', password: recoveryPassword });
    await enrolTotp(fixture, person);
    await expect(
      proveByRecovery(person.client, { recoveryPassword: 'gravel-lanterns' }),
    ).rejects.toMatchObject({
      code: 'invalid_recovery_pin',
    });
    await proveByRecovery(person.client, { recoveryPassword });
    await unenroll(person.client, 'totp');
    expect(methodsOf(person)).toEqual([]);
  });

  it('unenroll rejects a method that does not exist, and asks the frame nothing', async () => {
    const person = await signInOwner(fixture);
    await expect(unenroll(person.client, 'fax' as 'totp')).rejects.toMatchObject({ code: 'invalid_data' });
    expect(person.messages()).toEqual([]);
  });

  it('requestFactorRemoval fails if the operator does not allow it, and cancelFactorRemoval then finds no removal', async () => {
    const person = await signInOwner(fixture);
    await enrolTotp(fixture, person);
    const refusal = await requestFactorRemoval(person.client).catch((error: unknown) => error);
    expect(isCode(refusal, 'not_supported')).toBe(true);
    await expect(cancelFactorRemoval(person.client)).rejects.toMatchObject({ code: 'not_found' });
  });
});

it('listFactors returns the type and creation date of a factor, and whether the app accepts it', async () => {
  const person = await signInOwner(fixture);
  expect(await listFactors(person.client)).toEqual({ factors: [], backupCodes: 0, removal: null });
  await enrolTotp(fixture, person);
  expect(await listFactors(person.client)).toMatchObject({
    factors: [{ type: 'totp', isUsable: true, createdAt: expect.any(Date) }],
    backupCodes: 0,
    removal: null,
  });
});

describe('a message to the frame', () => {
  /** Returns the data sent with an event, without the token, oldest first. */
  const sentWith = ({ heard }: FactorClient, event: string) =>
    heard
      .filter((message) => message.event === event)
      .map(({ data }) => {
        const { accessToken, ...fields } = data as Record<string, unknown>;
        expect(accessToken).toMatch(/^ey/);
        return fields;
      });

  it('[FRAME-07] a message to the frame carries the number and code, the code, or the passkey ids of an enrolment', async () => {
    const enrolment = 'privy:mfa:submit-enrollment';
    const withNumber = await signInOwner(fixture);
    const phoneNumber = newNumber();
    await initEnrollmentWithSms(withNumber.client, { phoneNumber });
    expect(sentWith(withNumber, 'privy:mfa:init-enrollment')).toEqual([
      { method: 'sms', phoneNumber, requestId: expect.any(String) },
    ]);
    const code = fixture.service.outbox.codeFor(phoneNumber);
    await submitEnrollmentWithSms(withNumber.client, { phoneNumber, mfaCode: code });
    expect(sentWith(withNumber, enrolment)).toEqual([{ method: 'sms', phoneNumber, code }]);

    const withApp = await signInOwner(fixture);
    const { secret } = await initEnrollmentWithTotp(withApp.client);
    const shown = authenticatorOf(fixture, secret)();
    await submitEnrollmentWithTotp(withApp.client, { mfaCode: shown });
    expect(sentWith(withApp, enrolment)).toEqual([{ method: 'totp', code: shown }]);

    const withPasskey = await signInOwner(fixture);
    const { account } = await linkWithPasskey(withPasskey.client);
    const credentialIds = account.type === 'passkey' ? [account.credentialId] : [];
    await initEnrollmentWithPasskey(withPasskey.client);
    await submitEnrollmentWithPasskey(withPasskey.client, { credentialIds });
    expect(sentWith(withPasskey, enrolment)).toEqual([{ method: 'passkey', credentialIds }]);
  });

  it('[FRAME-08] a message that needs a factor carries code and method, and for a passkey also the page', async () => {
    const person = await signInOwner(fixture);
    const codeOf = await enrolTotp(fixture, person);
    person.listen();
    const { account } = await linkWithPasskey(person.client);
    const credentialIds = account.type === 'passkey' ? [account.credentialId] : [];
    await verifyFactor(person.client, { method: 'totp', code: codeOf(), purpose: 'change_factors' });
    await initEnrollmentWithPasskey(person.client);
    await submitEnrollmentWithPasskey(person.client, { credentialIds });
    await outliveTrust(fixture, person);
    /** Signs, and returns the method and page of the factor in the message. */
    const signBy = async (method: 'passkey' | 'totp', prove: () => Promise<GivenFactor['code']>) => {
      const earlier = person.told.length;
      const signing = sign(person);
      await person.untilTold(earlier + 1);
      const mfaCode = await prove();
      await submitMfa(person.client, method, mfaCode);
      await signing;
      const { mfaMethod, relyingParty, ...sent } = sentWith(person, 'privy:wallets:rpc').at(-1) ?? {};
      expect(sent.mfaCode).toEqual(mfaCode);
      return [mfaMethod, relyingParty];
    };
    expect(await signBy('totp', async () => codeOf())).toEqual(['totp', undefined]);
    await outliveTrust(fixture, person);
    const byPasskey = await signBy('passkey', () => provePasskeyFactor(person.client));
    expect(byPasskey).toEqual(['passkey', 'http://localhost:3000']);
  });

  it('[FRAME-10] a factor is verified without signing, after which an Ethereum wallet signs text and typed data, and a Solana wallet text', async () => {
    const person = await signInOwner(fixture);
    const codeOf = await enrolTotp(fixture, person);
    await outliveTrust(fixture, person);
    await verifyFactor(person.client, { method: 'totp', code: codeOf() });
    expect(person.messages()).toEqual(['privy:mfa:verify totp']);

    const { address } = person.client.getState().user?.wallet ?? {};
    const solana = await createWallet(person.client, { chainType: 'solana' });
    const signerOf = (payload: Hex.Hex, signature: Hex.Hex) =>
      Address.checksum(Secp256k1.recoverAddress({ payload, signature: Signature.fromHex(signature) }));
    const text = PersonalMessage.getSignPayload(Hex.fromString('Hello'));
    expect(signerOf(text, await sign(person))).toBe(address);
    const typedData = TypedData.getSignPayload(mail as never);
    expect(signerOf(typedData, await signTypedData(person.client, { typedData: mail }))).toBe(address);
    const signature = Base58.toBytes(await signSolanaMessage(person.client, { message: 'Hello' }));
    const key = Base58.toBytes(solana.address);
    expect(ed25519.verify(signature, new TextEncoder().encode('Hello'), key)).toBe(true);
  });
});
