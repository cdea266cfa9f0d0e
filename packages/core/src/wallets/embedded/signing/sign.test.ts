import { createTestClient, createTestService, type TestService } from '@latchkey/testkit';
import { Hex, PersonalMessage, Secp256k1, Signature, TypedData } from 'ox';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  createWallet,
  type LatchkeyClient,
  type SignRequest,
  signMessage,
  signTypedData,
} from '../../../index.ts';
import { createScriptedFrame, type ScriptedFrame } from '../scriptedFrame.testkit.ts';

const typedData = {
  types: { EIP712Domain: [{ name: 'name', type: 'string' }], Mail: [{ name: 'contents', type: 'string' }] },
  primaryType: 'Mail',
  domain: { name: 'Latchkey' },
  message: { contents: 'Hello' },
};

describe('signing', () => {
  let service: TestService;
  let client: LatchkeyClient;
  let wallet: ScriptedFrame;
  let address: string;
  beforeAll(async () => {
    service = await createTestService();
    wallet = createScriptedFrame(service);
    const test = createTestClient(service, { page: { frame: wallet.script } });
    ({ client } = test);
    await client.start();
    await test.logIn();
    ({ address } = await createWallet(client));
  });
  afterAll(() => service.close());

  const signerOf = (payload: Hex.Hex, signature: Hex.Hex) =>
    Secp256k1.recoverAddress({ payload, signature: Signature.fromHex(signature) });

  it("signMessage signs a text with the user's Ethereum wallet", async () => {
    const signature = await signMessage(client, { message: 'Grüezi 👋' });
    expect(
      signerOf(PersonalMessage.getSignPayload(Hex.fromString('Grüezi 👋')), signature).toLowerCase(),
    ).toBe(address.toLowerCase());
  });

  it('signTypedData signs typed data, given as an object or as JSON text', async () => {
    const payload = TypedData.getSignPayload(typedData as never);
    for (const data of [typedData, JSON.stringify(typedData)]) {
      const signature = await signTypedData(client, { typedData: data as typeof typedData, address });
      expect(signerOf(payload, signature).toLowerCase()).toBe(address.toLowerCase());
    }
  });

  it('[SIGN-06] [ERR-26] signMessage refuses to sign a message that is empty or not a string', async () => {
    wallet.heard.length = 0;
    for (const message of ['', undefined, null, 7, {}, ['a']]) {
      await expect(signMessage(client, { message: message as string })).rejects.toMatchObject({
        code: 'invalid_message',
        message: 'Message must be a non-empty string',
      });
    }
    expect(wallet.heard).toEqual([]);
  });

  it('signTypedData rejects typed data that is invalid or that a message to the frame cannot carry', async () => {
    for (const wrong of [
      null,
      'text',
      {},
      { ...typedData, primaryType: 7 },
      { ...typedData, message: null },
    ]) {
      await expect(signTypedData(client, { typedData: wrong as never })).rejects.toMatchObject({
        code: 'invalid_data',
      });
    }
    const uncloneable = { ...typedData, message: { contents: () => 'Hello' } };
    await expect(signTypedData(client, { typedData: uncloneable })).rejects.toMatchObject({
      code: 'invalid_data',
    });
  });

  it("signTypedData passes the checked typed data to the host's sign function, even if the host changes its object afterwards", async () => {
    const given = structuredClone(typedData);
    const asked: SignRequest[] = [];
    await signTypedData(client, {
      typedData: given,
      sign: async (request) => {
        Object.assign(given.message, { contents: 'Send everything to Mallory' });
        asked.push(request);
        return '0xabcd';
      },
    });
    expect(asked).toEqual([{ method: 'eth_signTypedData_v4', data: typedData, address }]);
  });

  it("signMessage passes the checked message to the host's sign function, and returns its signature", async () => {
    const asked: SignRequest[] = [];
    const signature = await signMessage(client, {
      message: 'Hello',
      sign: async (request) => {
        asked.push(request);
        return '0xabcd';
      },
    });
    expect(signature).toBe('0xabcd');
    expect(asked).toEqual([{ method: 'personal_sign', data: 'Hello', address }]);
  });

  it('signMessage calls the frame once for a signature, because the frame connects the wallet itself', async () => {
    wallet.heard.length = 0;
    await signMessage(client, { message: 'Hello' });
    expect(wallet.heard.map(({ event }) => event)).toEqual(['privy:wallets:rpc']);
  });

  it('signMessage connects a wallet that this device does not hold, then requests the signature again', async () => {
    wallet.instead.set('privy:wallets:rpc', { error: { type: 'wallet_not_on_device', message: 'Locked' } });
    wallet.heard.length = 0;
    expect(await signMessage(client, { message: 'Hello' })).toMatch(/^0x/);
    expect(wallet.heard.map(({ event }) => event.split(':').at(-1))).toEqual(['rpc', 'connect', 'rpc']);
  });

  it('[SIGN-09] signMessage rejects an answer of the frame that is not a signature', async () => {
    const data = { address, chainType: 'ethereum', response: { method: 'personal_sign', data: 'Hello' } };
    wallet.instead.set('privy:wallets:rpc', { data });
    await expect(signMessage(client, { message: 'Hello' })).rejects.toMatchObject({ code: 'unable_to_sign' });
  });

  it("[SIGN-09] [ERR-26] signMessage reports the frame's refusal by its known code or type, and any other as unable_to_sign", async () => {
    const rows = [
      [{ type: 'missing_or_invalid_mfa', message: 'MFA' }, 'missing_or_invalid_mfa'],
      [{ type: 'invalid_request_arguments', message: 'Wrong' }, 'invalid_data'],
      [
        { type: 'error', message: 'Please log in again', code: 'recent_login_required' },
        'recent_login_required',
      ],
      [{ type: 'error', message: 'Odd', code: 'constructor' }, 'unable_to_sign'],
      [{ type: 'error', message: 'Odd' }, 'unable_to_sign'],
    ] as const;
    for (const [error, code] of rows) {
      wallet.instead.set('privy:wallets:rpc', { error });
      await expect(signMessage(client, { message: 'Hello' })).rejects.toMatchObject({
        code,
        message: error.message,
        details: { type: error.type },
      });
    }
  });
});
