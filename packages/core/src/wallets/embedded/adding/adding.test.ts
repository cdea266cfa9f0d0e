import { createTestClient } from '@latchkey/testkit';
import { isCode, limits, type WalletAccount } from '@latchkey/wire';
import { Address, HdKey, Hex, Mnemonic, PersonalMessage, Secp256k1, Signature } from 'ox';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type FrameFixture, openFrameFixture } from '../../../../../frame/src/frameFixture.testkit.ts';
import {
  createAdditionalWallet,
  createWallet,
  importWallet,
  type LatchkeyClient,
  listWallets,
  signMessage,
  signSolanaMessage,
} from '../../../index.ts';
import { signInWhole } from '../wholeClient.testkit.ts';

// Runs the client with the frame's own code and a real service. Only the browser is simulated.

let fixture: FrameFixture;
beforeAll(async () => {
  fixture = await openFrameFixture();
});
afterAll(() => fixture?.close());

let people = 0;
const signedIn = () => signInWhole(fixture, `adding-${++people}@company.example`);

async function signerOf(client: LatchkeyClient, { address }: WalletAccount): Promise<string> {
  const signature = Signature.fromHex(await signMessage(client, { message: 'Hello', address }));
  const payload = PersonalMessage.getSignPayload(Hex.fromString('Hello'));
  return Address.checksum(Secp256k1.recoverAddress({ payload, signature }));
}

let nth = 0x20;
const newKey = () => {
  nth += 1;
  return nth.toString(16).repeat(32);
};
const phrases = {
  ethereum: 'legal winner thank year wave sausage worth useful legal winner thank yellow',
  solana: 'zoo zoo zoo zoo zoo zoo zoo zoo zoo zoo zoo wrong',
  anotherOfSolana: 'test test test test test test test test test test test junk',
};
const newSolanaKey = '4wBqpZM9xaSheZzJSMawUKKwhdpChKbZ5eu5ky4Vigw';
const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'none',
    (error: unknown) => (isCode(error) ? error.code : String(error)),
  );

describe('an imported wallet', () => {
  it('[EMBW-20] an imported wallet signs with its own address after a reload, and is listed as imported', async () => {
    const { client, browser } = await signedIn();
    const privateKey = `0x${newKey()}` as const;
    const expected = Address.fromPublicKey(Secp256k1.getPublicKey({ privateKey }), { checksum: true });
    const wallet = await importWallet(client, { privateKey });
    expect(wallet).toMatchObject({
      address: expected,
      imported: true,
      recoveryMethod: 'privy',
      walletIndex: 0,
    });
    expect(listWallets(client)).toEqual([wallet]);
    await browser.reload();
    expect(await signerOf(client, wallet)).toBe(expected);
  });

  it('an imported wallet can be a Solana wallet or come from a recovery phrase, beside a created wallet', async () => {
    const { client } = await signedIn();
    await createWallet(client);
    const solana = await importWallet(client, { privateKey: newSolanaKey, chainType: 'solana' });
    expect(solana).toMatchObject({ chainType: 'solana', imported: true });
    expect(await signSolanaMessage(client, { message: 'Hello', address: solana.address })).toMatch(
      /^\w{80,}$/,
    );
    const recoveryPhrase = 'letter advice cage absurd amount doctor acoustic avoid letter advice cage above';
    const phrase = await importWallet(client, { recoveryPhrase });
    expect(await signerOf(client, phrase)).toBe(phrase.address);
    expect(client.getState().user?.wallet?.imported).toBe(false);
  });

  it('an imported wallet shares its recovery phrase with further wallets on both chains, after a reload and in a new browser', async () => {
    const { client, browser, inNewBrowser } = await signedIn();
    await createWallet(client);
    const first = await importWallet(client, { recoveryPhrase: phrases.ethereum });
    const { address } = first;
    const [second, same] = await Promise.all([
      createAdditionalWallet(client, { address }),
      createAdditionalWallet(client, { address }),
    ]);
    expect(same.address).toBe(second.address);
    await browser.reload();
    const solana = await createAdditionalWallet(client, { address, chainType: 'solana' });
    const third = await createAdditionalWallet(client, { address: second.address });
    const onSolana = await createAdditionalWallet(client, { address: solana.address });
    // Other wallet apps derive these addresses from the same phrase.
    const derive = (index: number) => {
      const node = HdKey.fromSeed(Mnemonic.toSeed(phrases.ethereum));
      return Address.fromPublicKey(node.derive(`m/44'/60'/0'/0/${index}`).publicKey, { checksum: true });
    };
    expect([first, second, third].map((one) => one.address)).toEqual([0, 1, 2].map(derive));
    expect([second, third, solana, onSolana].map((one) => [one.chainType, one.walletIndex])).toEqual([
      ['ethereum', 1],
      ['ethereum', 2],
      ['solana', 0],
      ['solana', 1],
    ]);
    // The indexes of the created wallet are counted separately.
    expect((await createAdditionalWallet(client)).walletIndex).toBe(1);
    fixture.service.clock.advance(limits.resendCooldownMs + 1);
    const elsewhere = await inNewBrowser();
    for (const wallet of [third, second])
      expect(await signerOf(elsewhere.client, wallet)).toBe(wallet.address);
    expect(
      await signSolanaMessage(elsewhere.client, { message: 'Hello', address: onSolana.address }),
    ).toMatch(/^\w{80,}$/);
    const fourth = await createAdditionalWallet(elsewhere.client, { address: third.address });
    expect(fourth).toMatchObject({ address: derive(3), imported: true });
  });

  it('createAdditionalWallet adds an Ethereum wallet to a phrase imported for Solana, and keeps two phrases apart', async () => {
    const { client } = await signedIn();
    for (const recoveryPhrase of [phrases.solana, phrases.anotherOfSolana]) {
      const { address } = await importWallet(client, { recoveryPhrase, chainType: 'solana' });
      const ethereum = await createAdditionalWallet(client, { address, chainType: 'ethereum' });
      expect(ethereum).toMatchObject({ walletIndex: 0, entropyId: address });
      const second = await createAdditionalWallet(client, { address: ethereum.address });
      expect(second).toMatchObject({ walletIndex: 1, entropyId: ethereum.address });
      expect(await signerOf(client, second)).toBe(second.address);
      const solana = await createAdditionalWallet(client, { address: second.address, chainType: 'solana' });
      expect(solana).toMatchObject({ walletIndex: 1, entropyId: address });
    }
  });

  it('createAdditionalWallet adds no further wallet to one imported from a private key, or to an unknown address', async () => {
    const { client } = await signedIn();
    const { address } = await importWallet(client, { privateKey: newKey() });
    for (const chainType of ['ethereum', 'solana'] as const) {
      await expect(createAdditionalWallet(client, { address, chainType })).rejects.toMatchObject({
        code: 'not_supported',
        message: 'An imported key has one wallet',
        details: { reason: 'imported_key' },
      });
    }
    const nobodys = '0x7E5F4552091A69125d5DfCb7b8C2659029395Bdf';
    expect(await codeOf(createAdditionalWallet(client, { address: nobodys }))).toBe(
      'embedded_wallet_not_found',
    );
    expect(listWallets(client)).toHaveLength(1);
  });

  it('importWallet refuses to import a key that the user or another user has imported, and a malformed key or phrase', async () => {
    const { client } = await signedIn();
    const privateKey = newKey();
    await importWallet(client, { privateKey });
    fixture.service.clock.advance(limits.createReplyMs + 1);
    expect(await codeOf(importWallet(client, { privateKey }))).toBe('embedded_wallet_already_exists');
    const other = await signedIn();
    expect(await codeOf(importWallet(other.client, { privateKey }))).toBe('linked_to_another_user');
    for (const bad of ['', '0x', 'zz'.repeat(32), '0'.repeat(64)]) {
      expect(await codeOf(importWallet(client, { privateKey: bad }))).toBe('invalid_data');
    }
    await expect(importWallet(client, { recoveryPhrase: 'one two' })).rejects.toThrow(
      '12, 15, 18, 21 or 24 words',
    );
    expect(listWallets(client)).toHaveLength(1);
  });

  it('importing or adding a wallet requires a signed-in user', async () => {
    const { client } = createTestClient(fixture.service);
    await client.start();
    expect(await codeOf(importWallet(client, { privateKey: newKey() }))).toBe('must_be_authenticated');
    expect(await codeOf(createAdditionalWallet(client))).toBe('must_be_authenticated');
  });
});

describe('an additional wallet', () => {
  it('an additional wallet gets the next index of its chain and signs, and concurrent calls create only one', async () => {
    const { client, browser } = await signedIn();
    await createWallet(client);
    const [second, same] = await Promise.all([
      createAdditionalWallet(client),
      createAdditionalWallet(client),
    ]);
    expect(same).toBe(second);
    const third = await createAdditionalWallet(client);
    expect(second.walletIndex).toBe(1);
    expect(third.walletIndex).toBe(2);
    await createWallet(client, { chainType: 'solana' });
    const solana = await createAdditionalWallet(client, { chainType: 'solana' });
    expect(solana).toMatchObject({ chainType: 'solana', walletIndex: 1, imported: false });
    await browser.reload();
    for (const wallet of [second, third]) expect(await signerOf(client, wallet)).toBe(wallet.address);
    expect(listWallets(client)).toHaveLength(5);
  });

  it('[EMBW-22] an additional wallet without an address requires a created wallet of its chain', async () => {
    const { client } = await signedIn();
    await importWallet(client, { privateKey: newKey() });
    expect(await codeOf(createAdditionalWallet(client))).toBe('embedded_wallet_not_found');
    await createWallet(client);
    const solana = createAdditionalWallet(client, { chainType: 'solana' });
    expect(await codeOf(solana)).toBe('embedded_wallet_not_found');
  });
});

it('[EMBW-04, SOL-01] the client refuses a second created wallet of a chain without calling the frame', async () => {
  const { client } = await signedIn();
  for (const chainType of ['ethereum', 'solana'] as const) await createWallet(client, { chainType });
  fixture.calls.length = 0;
  for (const chainType of ['ethereum', 'solana'] as const) {
    await expect(createWallet(client, { chainType })).rejects.toMatchObject({
      code: 'embedded_wallet_already_exists',
      message: 'Only one Latchkey wallet per user is currently allowed',
    });
  }
  expect(fixture.calls).toEqual([]);
});
