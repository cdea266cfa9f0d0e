import { describe, expect, it } from 'vitest';
import { createDice } from './dice.testkit.ts';
import {
  eventPrefix,
  type FrameEvent,
  frameEvents,
  isFrameRequest,
  maxMessageLength,
  toEnvelope,
  toFrameReply,
  toPayload,
} from './protocol.ts';

const token = 'header.claims.signature';
const entropy = { entropyId: `0x${'a'.repeat(40)}`, entropyIdVerifier: 'ethereum-address-verifier' };
const solanaKey = 'HAgk14JpMQLgt6rVgv7cBQFJWFto5Dqxi472uT3DKpqk';
const request = { method: 'personal_sign', params: ['hello', entropy.entropyId] };

/** Messages of published clients and of our own (docs/wire/protocol.md §4.2 to 4.4). */
const published: { [E in FrameEvent]: readonly object[] } = {
  'privy:iframe:ready': [{}],
  'privy:wallet:create': [
    { accessToken: token },
    {
      accessToken: token,
      recoveryMethod: undefined,
      recoveryPassword: undefined,
      recoveryAccessToken: undefined,
    },
    {
      accessToken: token,
      recoveryMethod: 'privy',
      recoverySecretOverride: null,
      iCloudRecordNameOverride: null,
    },
  ],
  'privy:wallet:create-additional': [
    { accessToken: token, primaryWalletAddress: entropy.entropyId, hdWalletIndex: 1 },
  ],
  'privy:wallet:import': [{ accessToken: token, privateKey: `0x${'b'.repeat(64)}` }],
  'privy:wallet:connect': [{ accessToken: token, address: entropy.entropyId }],
  'privy:wallet:recover': [{ accessToken: token, address: entropy.entropyId, recoveryMethod: 'privy' }],
  'privy:wallet:set-recovery': [
    {
      accessToken: token,
      address: entropy.entropyId,
      recoveryMethod: 'user-passcode',
      recoveryPassword: 'secret',
    },
  ],
  'privy:wallet:set-recovery-password': [
    { accessToken: token, address: entropy.entropyId, recoveryPassword: 'secret' },
  ],
  'privy:wallet:rpc': [
    { accessToken: token, address: entropy.entropyId, request },
    {
      accessToken: token,
      address: entropy.entropyId,
      hdWalletIndex: null,
      requesterAppId: undefined,
      request,
    },
  ],
  'privy:solana-wallet:create': [
    { accessToken: token },
    { accessToken: token, ethereumAddress: entropy.entropyId, mfaCode: null },
    // react-auth 3.45.0 also sends fields that have no value.
    {
      accessToken: token,
      ethereumAddress: entropy.entropyId,
      recoveryMethod: undefined,
      recoveryPassword: undefined,
      recoveryAccessToken: undefined,
    },
  ],
  'privy:solana-wallet:create-additional': [
    { accessToken: token, primaryPublicKey: solanaKey, hdWalletIndex: 1 },
  ],
  'privy:solana-wallet:connect': [{ accessToken: token, publicKey: solanaKey }],
  'privy:solana-wallet:recover': [{ accessToken: token, publicKey: solanaKey }],
  'privy:solana-wallet:rpc': [
    {
      accessToken: token,
      publicKey: solanaKey,
      request: { method: 'signMessage', params: { message: 'aGVsbG8=' } },
    },
  ],
  'privy:wallets:create': [{ accessToken: token, chainType: 'ethereum' }],
  'privy:wallets:add': [
    { accessToken: token, ...entropy, chainType: 'solana', hdWalletIndex: 1, mfaMethod: undefined },
  ],
  'privy:wallets:import': [
    { accessToken: token, privateKey: 'b'.repeat(64), chainType: 'ethereum' },
    { accessToken: token, recoveryPhrase: 'test junk', chainType: 'solana' },
  ],
  'privy:wallets:connect': [{ accessToken: token, ...entropy }],
  'privy:wallets:recover': [{ accessToken: token, ...entropy, recoveryPassword: undefined }],
  'privy:wallets:set-recovery': [
    { accessToken: token, ...entropy, recoveryMethod: 'user-passcode', recoveryPassword: 'abcdef' },
    { accessToken: token, ...entropy, recoveryMethod: 'privy', existingRecoveryMethod: 'user-passcode' },
  ],
  'privy:wallets:rpc': [
    { accessToken: token, ...entropy, chainType: 'ethereum', hdWalletIndex: 0, request },
    {
      accessToken: token,
      ...entropy,
      chainType: 'ethereum',
      hdWalletIndex: 0,
      request,
      mfaMethod: 'totp',
      mfaCode: '123456',
      relyingParty: 'https://app.example',
    },
  ],
  'privy:wallets:add-passkey': [{ accessToken: token, ...entropy }],
  'privy:wallets:recover-by-passkey': [{ accessToken: token, ...entropy }],
  'privy:wallets:check-export': [{ accessToken: token, ...entropy, address: entropy.entropyId }],
  'privy:mfa:clear': [{}, { userId: 'did:privy:a' }, { accessToken: token }],
  'privy:mfa:verify': [
    { accessToken: token },
    { accessToken: token, mfaMethod: 'totp', mfaCode: '123456', relyingParty: 'https://app.example' },
    { accessToken: token, purpose: 'revoke_device' },
  ],
  'privy:mfa:init-enrollment': [
    { accessToken: token, method: 'totp' },
    { accessToken: token, method: 'passkey', mfaCode: null, mfaMethod: null },
    { accessToken: token, method: 'sms', phoneNumber: '+12015550101' },
    { accessToken: token, method: 'sms', phoneNumber: '+12015550101', captchaToken: 'login.1.a.b.c' },
  ],
  'privy:mfa:submit-enrollment': [
    { accessToken: token, method: 'totp', code: '123456' },
    { accessToken: token, method: 'sms', phoneNumber: '+12015550101', code: '123456' },
    { accessToken: token, method: 'passkey', credentialIds: ['abc'] },
    { accessToken: token, method: 'passkey', credentialIds: [] },
  ],
  'privy:mfa:unenroll': [{ accessToken: token, method: 'sms' }],
  'privy:mfa:backup-codes': [{ accessToken: token }],
  'privy:mfa:prove-recovery': [
    { accessToken: token, ...entropy },
    { accessToken: token, ...entropy, recoveryPassword: 'abcdef' },
  ],
  'privy:mfa:cancel-removal': [{ accessToken: token }],
  'privy:farcaster:init-signer': [
    {
      accessToken: token,
      address: entropy.entropyId,
      hdWalletIndex: null,
      mfaCode: null,
      mfaMethod: null,
      relyingParty: 'https://app.example',
    },
    { accessToken: token, address: entropy.entropyId },
  ],
  'privy:farcaster:sign': [
    {
      accessToken: token,
      address: entropy.entropyId,
      hdWalletIndex: null,
      mfaCode: null,
      mfaMethod: null,
      payload: { hash: 'A'.repeat(27) },
      fid: 2n,
      relyingParty: 'https://app.example',
    },
    {
      accessToken: token,
      address: entropy.entropyId,
      fid: 2,
      payload: { hash: 'A'.repeat(27), data: 'CAUQ' },
    },
  ],
};

describe('toEnvelope', () => {
  it('[FRAME-03, FRAME-04] reads a message’s id, its data and its event that begins with privy:, from an object or from JSON', () => {
    const message = { id: 'id-1', event: 'privy:wallet:create', data: { accessToken: token } };
    expect(toEnvelope(message)).toEqual(message);
    expect(toEnvelope(JSON.stringify(message))).toEqual(message);
  });

  it.each([
    undefined,
    null,
    0,
    'text',
    '"text"',
    '[]',
    [],
    {},
    { id: 'a', event: 'wallet:create' },
    { id: 'a', event: 'xprivy:wallet:create' },
    { id: 'a', event: eventPrefix },
    { id: 'a', event: ['privy:iframe:ready'] },
    { id: '', event: 'privy:iframe:ready' },
    { id: 1, event: 'privy:iframe:ready' },
    { id: 'a'.repeat(129), event: 'privy:iframe:ready' },
    { id: 'a', event: `privy:${'a'.repeat(64)}` },
    { event: 'privy:iframe:ready' },
    new Date(),
    new Map([['event', 'privy:iframe:ready']]),
  ])('[FRAME-04] does not treat %j as a request', (message) => {
    expect(isFrameRequest(message)).toBe(false);
  });

  it('does not read a JSON message that is too long', () => {
    const message = { id: 'a', event: 'privy:iframe:ready', data: 'x'.repeat(maxMessageLength) };
    expect(toEnvelope(JSON.stringify(message))).toBeNull();
  });
});

describe('toPayload', () => {
  it.each(frameEvents)('accepts the payloads that clients send for %s', (event) => {
    for (const data of published[event]) {
      const result = toPayload(event, data);
      expect(result).toMatchObject({ ok: true });
      const given = Object.entries(data).filter(([, value]) => value !== undefined && value !== null);
      expect(result.ok && result.payload).toEqual(Object.fromEntries(given));
    }
  });

  it.each(frameEvents)('refuses an unknown field with a value in a payload of %s', (event) => {
    for (const field of ['extra', 'constructor', 'toString', '__proto__', 'approval']) {
      const data = Object.defineProperty({ ...published[event][0] }, field, { value: 'x', enumerable: true });
      expect(toPayload(event, data)).toEqual({ ok: false, field });
    }
  });

  it.each(frameEvents)('ignores unknown fields of %s that are empty', (event) => {
    for (const nothing of [undefined, null]) {
      const data = { ...published[event][0], ofANewerClient: nothing };
      expect(toPayload(event, data)).toEqual(toPayload(event, published[event][0]));
    }
  });

  it('accepts a JSON-RPC request with a method and parameters, and refuses any other field with a value', () => {
    const read = (others: object) =>
      toPayload('privy:solana-wallet:rpc', {
        accessToken: token,
        publicKey: solanaKey,
        request: { ...request, ...others },
      });
    expect(read({ id: undefined, jsonrpc: null })).toMatchObject({ ok: true });
    expect(read({ id: 1 })).toEqual({ ok: false, field: 'request' });
  });

  it('[FRAME-03] accepts privy:iframe:ready and privy:mfa:clear without a payload', () => {
    expect(toPayload('privy:iframe:ready', undefined)).toEqual({ ok: true, payload: {} });
    expect(toPayload('privy:mfa:clear', null)).toEqual({ ok: true, payload: {} });
  });

  it('names the first wrong field of a payload, but not its value', () => {
    const secret = 'secret'.repeat(3000);
    const result = toPayload('privy:wallet:connect', { accessToken: secret, address: 'x' });
    expect(result).toEqual({ ok: false, field: 'accessToken' });
    expect(JSON.stringify(result)).not.toContain('secretsecret');
  });

  it('does not read a field of a payload from a prototype', () => {
    const inherited = Object.create({ accessToken: token });
    expect(toPayload('privy:wallet:create', inherited).ok).toBe(false);
    const parsed = JSON.parse(`{"__proto__":{"accessToken":"${token}"}}`);
    expect(toPayload('privy:wallet:create', parsed)).toEqual({ ok: false, field: '__proto__' });
    expect(({} as { accessToken?: string }).accessToken).toBeUndefined();
  });
});

/** Hostile values of ten classes. */
const hostile: ((dice: ReturnType<typeof createDice>) => unknown)[] = [
  () => JSON.parse('{"__proto__":{"accessToken":"x"}}'),
  (dice) => dice.pick([-0.5, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53]),
  (dice) => dice.pick([true, false]),
  () => '',
  (dice) => 'x'.repeat(10_000 + dice.below(100_000)),
  (dice) => dice.pick([[], [[]], new Array(100).fill('x')]),
  (dice) => dice.pick<object>([{}, { length: 1, 0: 'x' }, { toString: 'x' }, { valueOf: 1 }]),
  () => new Date(0),
  () => 10n ** 40n,
  (dice) => dice.pick([new Uint8Array(8), new Map([['a', 1]]), new Set([1]), /x/]),
];

/** `mfaCode` is read elsewhere, with its own errors (MFA-30). */
const isStrict = (field: string) => field !== 'mfaCode';

const rounds = process.env.LATCHKEY_WIDE === '1' ? 10_000 : 1_000;

describe('hostile messages', () => {
  it('[S4] names the wrong field of every generated message', () => {
    const dice = createDice(4);
    for (let round = 0; round < rounds; round += 1) {
      const event = dice.pick(frameEvents.filter((name) => name !== 'privy:iframe:ready'));
      const data: Record<string, unknown> = { ...dice.pick(published[event]) };
      const field = dice.pick([...Object.keys(data).filter(isStrict), 'userId', 'extra']);
      data[field] = dice.pick(hostile)(dice);
      const envelope = toEnvelope({ id: `id-${round}`, event, data });
      expect(envelope).not.toBeNull();
      expect(toPayload(event, envelope?.data)).toEqual({ ok: false, field });
    }
  });

  it('[S4] reads no generated random message as a request', () => {
    const dice = createDice(44);
    for (let round = 0; round < rounds; round += 1) {
      const value = dice.pick(hostile)(dice);
      const text = String.fromCharCode(...dice.bytes(dice.below(60)));
      expect(toEnvelope(dice.pick([value, text, `{"id":${text}`, { id: value, event: text }]))).toBeNull();
    }
  });
});

describe('toFrameReply', () => {
  it('[FRAME-03] reads a reply’s id and either its data or its error with type and message', () => {
    const data = { id: 'a', event: 'privy:wallet:create', data: { address: '0x' } };
    const error = {
      id: 'a',
      event: 'privy:x',
      error: { type: 'error', message: 'No', code: 'not_supported' },
    };
    expect(toFrameReply(data)).toEqual(data);
    expect(toFrameReply(error)).toEqual(error);
    for (const bad of [
      { ...data, data: null },
      { ...error, error: 'No' },
      { ...error, error: { type: 1 } },
      null,
    ]) {
      expect(toFrameReply(bad)).toBeNull();
    }
  });
});
