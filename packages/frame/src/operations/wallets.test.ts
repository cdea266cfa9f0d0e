import { custodyRoutes, limits } from '@latchkey/wire';
import { describe, expect, test } from 'vitest';
import type { Browser, FrameAnswer } from '../frameBrowser.testkit.ts';
import {
  hello,
  helloBase64,
  isSignedBy,
  named,
  shareFrameFixture,
  signerOfHello,
} from '../frameFixture.testkit.ts';

// Wallets of both chains and of every kind, through messages of a host page over a real service.

const { fixture, person, browser } = shareFrameFixture();

const address = ({ data, error }: FrameAnswer) => {
  expect(error).toBeUndefined();
  return String(data?.address ?? data?.publicKey);
};

const createEthereum = async (from = browser, fields: object = {}) =>
  address(await from.request('privy:wallet:create', fields));
const createSolana = async (from = browser, fields: object = {}) =>
  address(await from.request('privy:solana-wallet:create', fields));

/** Expects that a browser signs as a wallet; `root` names its entropy. */
async function expectSigns(from: Browser, wallet: string, root = wallet, hdWalletIndex = 0) {
  const isEthereum = wallet.startsWith('0x');
  const chainType = isEthereum ? 'ethereum' : 'solana';
  const request = isEthereum
    ? { method: 'personal_sign', params: ['hello', wallet] }
    : { method: 'signMessage', params: { message: helloBase64 } };
  const answer = await from.request('privy:wallets:rpc', {
    ...named(root),
    chainType,
    hdWalletIndex,
    request,
  });
  expect(answer.error).toBeUndefined();
  expect(answer.data).toMatchObject({ address: wallet, chainType });
  if (isEthereum) expect(signerOfHello(answer)).toBe(wallet);
  else expect(isSignedBy(answer, wallet, hello)).toBe(true);
}

/** Expects that this browser signs as the wallet after a reload, and another browser after a recovery. */
async function expectLasts(wallet: string, root = wallet, hdWalletIndex = 0) {
  await browser.reload();
  await expectSigns(browser, wallet, root, hdWalletIndex);
  const other = await person.logInElsewhere();
  expect((await other.request('privy:wallets:connect', named(root))).error?.type).toBe(
    'wallet_not_on_device',
  );
  expect(await other.request('privy:wallets:recover', named(root))).toEqual({ data: { entropyId: root } });
  await expectSigns(other, wallet, root, hdWalletIndex);
}

const countEntropies = async () => {
  const sql = 'select count(*) as count from entropies where user_id = $1';
  const [row] = await fixture.service.database.statement<{ count: string }>('count', sql)([person.userId]);
  return Number(row?.count);
};

describe('a Solana wallet', () => {
  test('[SOL-06, FRAME-10] signs Solana messages in both families of events, and the signatures verify under the public key', async () => {
    const publicKey = await createSolana();
    await expectSigns(browser, publicKey);
    const request = { method: 'signMessage', params: { message: helloBase64 } };
    const answer = await browser.request('privy:solana-wallet:rpc', { publicKey, request });
    expect(answer.data).toMatchObject({ publicKey, response: { method: 'signMessage' } });
    expect(isSignedBy(answer, publicKey, hello)).toBe(true);
    expect(await person.listWallets()).toMatchObject([
      { chain_type: 'solana', address: publicKey, public_key: publicKey, wallet_index: 0, imported: false },
    ]);
    await expectLasts(publicKey);
  });

  test('refuses to sign with a Solana wallet a message that is not bytes in base64, and refuses signTransaction', async () => {
    const publicKey = await createSolana();
    for (const params of [{}, { message: 5 }, { message: '' }, { message: 'aGVsbG9' }, ['aGVsbG8='], []]) {
      const request = { method: 'signMessage', params };
      const { error } = await browser.request('privy:solana-wallet:rpc', { publicKey, request });
      expect(error?.type).toBe('invalid_request_arguments');
    }
    const request = { method: 'signTransaction', params: { message: helloBase64 } };
    const { error } = await browser.request('privy:solana-wallet:rpc', { publicKey, request });
    expect(error).toMatchObject({ type: 'error', message: expect.stringContaining('does not support') });
  });

  test('[SOL-03] refuses a Solana wallet if recovery is user-controlled, without calling the service to add it', async () => {
    const ethereumAddress = await createEthereum();
    const sql = `update recoveries set method = 'user-passcode' where user_id = $1`;
    await fixture.service.database.statement('own', sql)([person.userId]);
    await browser.reload();
    fixture.calls.length = 0;
    const { error } = await browser.request('privy:solana-wallet:create', { ethereumAddress });
    expect(error).toMatchObject({ type: 'error', code: 'not_supported' });
    expect(fixture.calls).not.toContain(custodyRoutes.add.path);
    expect(await person.listWallets()).toHaveLength(1);
  });

  test('[SOL-01] creates only one Solana wallet, whether or not the client names the Ethereum wallet', async () => {
    const publicKey = await createSolana();
    const ethereumAddress = await createEthereum(browser, { solanaAddress: publicKey });
    fixture.service.clock.advance(limits.createReplyMs + 1);
    for (const fields of [{}, { ethereumAddress }]) {
      const { error } = await browser.request('privy:solana-wallet:create', fields);
      expect(error).toMatchObject({ type: 'error', code: 'embedded_wallet_already_exists' });
    }
    expect(await person.listWallets()).toHaveLength(2);
  });
});

describe('one entropy', () => {
  test('uses one entropy for both chains if Ethereum comes first', async () => {
    const ethereumAddress = await createEthereum();
    const publicKey = await createSolana(browser, { ethereumAddress });
    expect(await countEntropies()).toBe(1);
    await expectLasts(publicKey);
    await expectLasts(ethereumAddress, publicKey);
  });

  test('uses one entropy for both chains if Solana comes first, and knows it by either address', async () => {
    const publicKey = await createSolana();
    // This browser knows the entropy by its Solana address when another browser adds Ethereum.
    const other = await person.logInElsewhere();
    const ethereumAddress = await createEthereum(other, { solanaAddress: publicKey });
    expect(await countEntropies()).toBe(1);
    await browser.reload();
    await expectSigns(browser, ethereumAddress);
    await expectLasts(ethereumAddress);
    await expectLasts(publicKey, ethereumAddress);
  });

  test('uses one entropy for both chains for a client that does not know the other wallet', async () => {
    const ethereumAddress = await createEthereum();
    fixture.service.clock.advance(limits.createReplyMs + 1);
    const other = await person.logInElsewhere();
    const publicKey = address(await other.request('privy:wallets:create', { chainType: 'solana' }));
    expect(await countEntropies()).toBe(1);
    await expectSigns(other, publicKey, ethereumAddress);
  });

  test('uses one entropy if two browsers create wallets on different chains at the same time', async () => {
    const other = await person.logInElsewhere();
    const [ethereum, solana] = await Promise.all([createEthereum(), createSolana(other)]);
    expect(await countEntropies()).toBe(1);
    const wallets = await person.listWallets();
    expect(wallets.map((wallet) => wallet.address).sort()).toEqual([ethereum, solana].sort());
    await expectSigns(browser, ethereum);
    await expectSigns(other, solana, ethereum);
  });
});

describe('further wallets', () => {
  test('adds wallets at the next index of either chain, and signs with them', async () => {
    const root = await createEthereum();
    const solana = await createSolana(browser, { ethereumAddress: root });
    const add = async (chainType: string, hdWalletIndex: number) =>
      address(await browser.request('privy:wallets:add', { ...named(root), chainType, hdWalletIndex }));
    const second = await add('ethereum', 1);
    expect(await add('ethereum', 1)).toBe(second);
    const third = address(
      await browser.request('privy:wallet:create-additional', {
        primaryWalletAddress: root,
        hdWalletIndex: 2,
      }),
    );
    const onSolana = address(
      await browser.request('privy:solana-wallet:create-additional', {
        primaryPublicKey: solana,
        hdWalletIndex: 1,
      }),
    );
    expect(new Set([root, second, third, solana, onSolana]).size).toBe(5);
    for (const chainType of ['ethereum', 'solana']) {
      const refused = await browser.request('privy:wallets:add', {
        ...named(root),
        chainType,
        hdWalletIndex: 5,
      });
      expect(refused.error?.message).toContain('The next wallet of this chain has index');
    }
    await expectLasts(second, root, 1);
    await expectLasts(onSolana, root, 1);
    const indexes = (await person.listWallets()).map((wallet) =>
      [wallet.chain_type, wallet.wallet_index].join(),
    );
    const expected = ['ethereum,0', 'ethereum,1', 'ethereum,2', 'solana,0', 'solana,1'];
    expect(indexes.sort()).toEqual(expected);
  });

  test('finds a further wallet in a browser that was unlocked before another browser added it', async () => {
    const root = await createEthereum();
    const other = await person.logInElsewhere();
    await other.request('privy:wallets:recover', named(root));
    const second = await other.request('privy:wallets:add', {
      ...named(root),
      chainType: 'ethereum',
      hdWalletIndex: 1,
    });
    await expectSigns(browser, address(second), root, 1);
  });
});

describe('an imported wallet', () => {
  const ones = (byte: string) => `0x${byte.repeat(32)}`;
  let nth = 16;
  /** Returns a key that no user has yet. */
  const newKey = () => {
    nth += 1;
    return ones(nth.toString(16));
  };
  const importEthereum = (privateKey: string, from = browser) =>
    from.request('privy:wallets:import', { privateKey, chainType: 'ethereum' });

  test('[EMBW-20] signs with an imported wallet after a reload, and marks its account as imported', async () => {
    const privateKey = `0x${'0'.repeat(63)}1`;
    const wallet = address(await browser.request('privy:wallet:import', { privateKey }));
    expect(wallet).toBe('0x7E5F4552091A69125d5DfCb7b8C2659029395Bdf');
    await expectLasts(wallet);
    expect(await person.listWallets()).toMatchObject([
      { address: wallet, imported: true, wallet_index: 0, recovery_method: 'privy' },
    ]);
  });

  test('keeps an imported wallet unlocked together with the created wallet and other imports', async () => {
    const created = await createEthereum();
    const imported = address(await importEthereum(newKey()));
    const seed = '4wBqpZM9xaSheZzJSMawUKKwhdpChKbZ5eu5ky4Vigw'; // 32 bytes: 1, 2, 3 …
    const solana = address(
      await browser.request('privy:wallets:import', { privateKey: seed, chainType: 'solana' }),
    );
    fixture.calls.length = 0;
    for (const wallet of [created, imported, solana]) await expectSigns(browser, wallet);
    expect(fixture.calls).not.toContain(custodyRoutes.connect.path);
    expect(await countEntropies()).toBe(3);
    await expectLasts(solana);
  });

  test('adds further wallets on both chains to an imported recovery phrase, and none to an imported key', async () => {
    const recoveryPhrase = 'legal winner thank year wave sausage worth useful legal winner thank yellow';
    const root = address(
      await browser.request('privy:wallets:import', { recoveryPhrase, chainType: 'ethereum' }),
    );
    const add = (chainType: string, hdWalletIndex: number, from = root) =>
      browser.request('privy:wallets:add', { ...named(from), chainType, hdWalletIndex });
    const second = address(await add('ethereum', 1));
    const solana = address(await add('solana', 0));
    await expectLasts(second, root, 1);
    await expectLasts(solana);
    expect((await person.listWallets()).map(({ imported }) => imported)).toEqual([true, true, true]);

    const key = address(await importEthereum(newKey()));
    expect((await add('ethereum', 1, key)).error).toMatchObject({ code: 'not_supported' });
  });

  test("refuses an import that is already one of the user's wallets or another user's", async () => {
    const privateKey = newKey();
    const wallet = address(await importEthereum(privateKey));
    fixture.service.clock.advance(limits.createReplyMs + 1);
    const again = { type: 'error', code: 'embedded_wallet_already_exists' };
    expect((await importEthereum(privateKey)).error).toMatchObject(again);
    const eve = await (await fixture.logIn()).openBrowser();
    expect((await importEthereum(privateKey, eve)).error).toMatchObject({ code: 'linked_to_another_user' });
    await expectSigns(browser, wallet);
    expect(await person.listWallets()).toHaveLength(1);
  });

  test.each([
    [{ privateKey: 'zz', chainType: 'ethereum' }, 'other characters'],
    [{ privateKey: '0'.repeat(64), chainType: 'ethereum' }, 'zero'],
    [{ recoveryPhrase: 'test test', chainType: 'solana' }, '12, 15'],
    [{ chainType: 'ethereum' }, 'either'],
    [{ privateKey: '11'.repeat(32), recoveryPhrase: 'test', chainType: 'ethereum' }, 'either'],
  ])('refuses a wrong import before it calls the service: %j', async (fields, reason) => {
    fixture.calls.length = 0;
    const { error } = await browser.request('privy:wallets:import', fields);
    expect(error).toMatchObject({ type: 'invalid_request_arguments' });
    expect(error?.message).toContain(reason);
    expect(fixture.calls).toEqual([]);
  });

  test('finds an imported wallet when the user retries after a lost answer, in the same browser or in another', async () => {
    const other = await person.logInElsewhere();
    for (const retrying of [browser, other]) {
      const privateKey = newKey();
      const isLost = fixture.loseAnswer(custodyRoutes.import.path);
      void importEthereum(privateKey);
      await isLost;
      await browser.reload();
      const wallet = address(await importEthereum(privateKey, retrying));
      await browser.reload();
      await expectSigns(browser, wallet);
    }
  });
});

describe('a browser whose clock is wrong', () => {
  test.each([-10, 10])(
    'creates a wallet and signs in a browser whose clock is off by %i years, and recovers the wallet elsewhere',
    async (years) => {
      // Changes only the browser's clock, not that of the service.
      let offMs = years * 365 * 24 * 60 * 60_000;
      const late = await person.logInElsewhere(() => Date.now() + offMs);
      const wallet = await createEthereum(late);
      await late.reload();
      await expectSigns(late, wallet);
      // The same browser, after its clock was corrected.
      offMs = 0;
      await late.reload();
      await expectSigns(late, wallet);
      expect((await browser.request('privy:wallets:recover', named(wallet))).error).toBeUndefined();
      await expectSigns(browser, wallet);
    },
  );
});

describe('an added wallet whose answer was lost', () => {
  test('returns an added Solana wallet at the next request if the answer to the first one was lost', async () => {
    const root = await createEthereum();
    const isLost = fixture.loseAnswer(custodyRoutes.add.path);
    void browser.request('privy:solana-wallet:create', { ethereumAddress: root });
    await isLost;
    await browser.reload();
    const publicKey = await createSolana(browser, { ethereumAddress: root });
    await expectSigns(browser, publicKey, root);
    expect(await person.listWallets()).toHaveLength(2);
  });
});
