import { createSmartAccount } from '@latchkey/sandbox';
import {
  type Contract,
  createTestService,
  deploy,
  type FaultyNode,
  logIn,
  startChain,
  startFaultyNode,
  type TestChain,
  type TestService,
} from '@latchkey/testkit';
import { type WireUser, walletRoutes } from '@latchkey/wire';
import * as Address from 'ox/Address';
import { SignatureErc6492 } from 'ox/erc6492';
import type * as Hex from 'ox/Hex';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createWallets, ethereumWallet, page, type Signer } from './wallet.testkit.ts';

// A contract account is a chain and an address together. One test chain serves as two, so the same contract is at the
// same address on both.

const app = {
  id: 'latchkey-test-app-0000001',
  name: 'Harbour',
  email_auth: true,
  wallet_auth: true,
  account_transfer: true,
  max_linked_wallets_per_user: null,
  allowed_origins: [page],
};
const [here, there] = [31337, 31338];

let service: TestService;
let chain: TestChain;
let nodes: { here: FaultyNode; there: FaultyNode };
let signer: Contract;
beforeAll(async () => {
  chain = await startChain({ chainId: here });
  nodes = { here: await startFaultyNode(chain), there: await startFaultyNode(chain) };
  nodes.there.lieAboutChain(there);
  signer = await deploy(chain, 'TestSigner');
  const chainNodes = new Map([
    [here, nodes.here.url],
    [there, nodes.there.url],
  ]);
  service = await createTestService({ apps: [app], config: { chainNodes } });
});
afterAll(async () => {
  await service?.close();
  await nodes?.here.close();
  await nodes?.there.close();
  await chain?.close();
});

const wallets = createWallets(() => service);
let people = 0;
const anyone = () => ethereumWallet(++people);
const codeOf = ({ status, json }: { status: number; json: { code?: string } }) => [status, json.code];
const refused = [422, 'invalid_credentials'];
const toChecksum = (address: string) => Address.checksum(address as Hex.Hex);

/** Deploys a contract that accepts its owner's signatures. */
async function deployed(owner = anyone()): Promise<Signer> {
  const account = createSmartAccount({
    address: owner.address as Hex.Hex,
    sign: (text) => owner.sign(text) as Hex.Hex,
  });
  await chain.send(account.deployment);
  return { address: toChecksum(account.address), sign: owner.sign };
}

/** Logs a user in by email. */
async function person(): Promise<{ id: string; bearer: string }> {
  const { token, user } = await logIn(service, `person-${++people}@example.com`);
  return { id: user?.id ?? '', bearer: token ?? '' };
}

const link = (who: Signer, bearer: string, chainId: number) => wallets.link(who, bearer, { chainId });
const unlink = (address: string, bearer: string, chainId?: number) =>
  service.call(walletRoutes.unlink, {
    bearer,
    body: { address, ...(chainId ? { chainId: `eip155:${chainId}` } : {}) },
  });
const chainsOf = ({ linked_accounts }: WireUser) =>
  linked_accounts.flatMap((one) => (one.type === 'wallet' ? [one.chain_id] : [])).sort();

describe('a contract account', () => {
  test('[LINK-05] [LINK-08] a contract account is linked by one user, moved to another and unlinked; on another chain it is another account', async () => {
    const [first, second, third] = [await person(), await person(), await person()];
    const smart = await deployed();
    const { address } = smart;
    expect((await link(smart, first.bearer, here)).status).toBe(200);

    const offer = async () => {
      const { json } = await link(smart, second.bearer, here);
      expect(json).toMatchObject({
        code: 'account_transfer_required',
        data: { subject: `${address.toLowerCase()}@eip155:${here}`, account: { displayName: address } },
      });
      return json.data?.nonce as string;
    };
    const move = async (chainId: number | null) =>
      service.call(walletRoutes.transfer, {
        bearer: second.bearer,
        body: { nonce: await offer(), address, chainId: chainId && `eip155:${chainId}` },
      });
    // The address alone names the account of a key, and with the other chain it names another account.
    expect(codeOf(await move(null))).toEqual(refused);
    expect(codeOf(await move(there))).toEqual(refused);
    const moved = await move(here);
    expect(moved.status).toBe(200);
    expect(chainsOf(moved.json)).toEqual([`eip155:${here}`]);
    expect((await wallets.logIn(smart, { said: { chainId: here } })).json.user?.id).toBe(second.id);

    // Nobody has the account on the other chain.
    expect((await link(smart, third.bearer, there)).status).toBe(200);
    expect((await wallets.logIn(smart, { said: { chainId: there } })).json.user?.id).toBe(third.id);

    expect(codeOf(await unlink(address, second.bearer, there))).toEqual([404, 'not_found']);
    const left = await unlink(address, second.bearer, here);
    expect(left.status).toBe(200);
    expect(chainsOf(left.json)).toEqual([]);
    expect((await wallets.logIn(smart, { said: { chainId: there } })).json.user?.id).toBe(third.id);
  });

  test('[LINK-08] a contract account on several chains is unlinked by its chain, and not by an address that means two accounts', async () => {
    const me = await person();
    const smart = await deployed();
    expect((await link(smart, me.bearer, here)).status).toBe(200);
    expect((await link(smart, me.bearer, there)).status).toBe(200);
    expect(codeOf(await unlink(smart.address, me.bearer))).toEqual([400, 'invalid_data']);
    const left = await unlink(smart.address, me.bearer, here);
    expect(chainsOf(left.json)).toEqual([`eip155:${there}`]);
    // Published clients send only the address, which suffices if the user has one such account.
    expect(chainsOf((await unlink(smart.address, me.bearer)).json)).toEqual([]);
  });

  test("[LINK-08] a contract account stays when the account of the key at its address is unlinked; a key's account is unlinked on any chain (EIP-7702)", async () => {
    const me = await person();
    const owner = anyone();
    expect((await link(owner, me.bearer, here)).status).toBe(200);
    const friend = anyone();
    await chain.request('anvil_setCode', [owner.address, `0xef0100${signer.address.slice(2).toLowerCase()}`]);
    await chain.request('anvil_setStorageAt', [
      owner.address,
      `0x${'0'.repeat(64)}`,
      `0x${friend.address.slice(2).toLowerCase().padStart(64, '0')}`,
    ]);
    const byCode = { address: owner.address, sign: friend.sign };
    expect((await link(byCode, me.bearer, here)).status).toBe(200);
    expect((await unlink(owner.address, me.bearer)).status).toBe(200);
    const mine = await wallets.logIn(byCode, { said: { chainId: here } });
    expect(mine.json.user?.id).toBe(me.id);
    expect((await wallets.logIn(owner)).json.is_new_user).toBe(true);

    const again = await person();
    const key = anyone();
    expect((await link(key, again.bearer, there)).status).toBe(200);
    // The address names a key's account, whichever chain the request names.
    expect((await unlink(key.address.toLowerCase(), again.bearer, here)).status).toBe(200);
  });

  test("a linked contract account can be linked again by its user, but not by another user with that user's nonce", async () => {
    const [me, other] = [await person(), await person()];
    const smart = await deployed();
    expect((await link(smart, me.bearer, here)).status).toBe(200);
    expect((await link(smart, me.bearer, here)).status).toBe(200);
    const nonce = await wallets.nonceOf(smart.address, me.bearer);
    expect(codeOf(await wallets.link(smart, other.bearer, { chainId: there, nonce }))).toEqual(refused);
  });
});

describe('[S38] signatures that log nobody in', () => {
  const wrap = (to: string, data: Hex.Hex, signature: string) =>
    SignatureErc6492.wrap({ to: to as Hex.Hex, data, signature: signature as Hex.Hex });
  const said = { chainId: here };
  const noop = '0x' as const;

  test("a key's signature that is wrapped for a factory that deploys nothing logs nobody in", async () => {
    const me = anyone();
    const wrapped = {
      address: me.address,
      sign: (text: string) => wrap(signer.address, noop, me.sign(text)),
    };
    for (const to of [signer.address, me.address, `0x${'00'.repeat(19)}04`]) {
      const sign = (text: string) => wrap(to, noop, me.sign(text));
      expect(codeOf(await wallets.logIn({ ...wrapped, sign }, { said })), to).toEqual(refused);
    }
  });

  test.each([
    ['the zero address, which a failed recovery returns', 0],
    ['a precompile that recovers', 1],
    ['a precompile that echoes', 4],
    ['a precompile that verifies by P-256', 256],
  ])('the signature of %s logs nobody in', async (_, number) => {
    const address = toChecksum(`0x${number.toString(16).padStart(40, '0')}`);
    for (const signature of [
      `0x${'00'.repeat(65)}`,
      `0x${'ff'.repeat(65)}`,
      wrap(signer.address, noop, `0x${'00'.repeat(65)}`),
      wrap(address, noop, '0x1626ba7e'),
    ])
      expect(codeOf(await wallets.logIn({ address, sign: () => signature }, { said })), signature).toEqual(
        refused,
      );
  });

  test.each([
    ['burns all gas', 1],
    ['reverts', 2],
    ['answers a megabyte', 5],
  ])('a factory that %s logs nobody in', async (_, way) => {
    const owner = anyone();
    const account = createSmartAccount({
      address: owner.address as Hex.Hex,
      sign: (text) => owner.sign(text) as Hex.Hex,
    });
    await signer.write('set', [owner.address, way]);
    // Call of isValidSignature(0, ''), at which the contract behaves as set above.
    const data = `0x1626ba7e${'0'.repeat(64)}${'40'.padStart(64, '0')}${'0'.repeat(64)}` as const;
    const sign = (text: string) => wrap(signer.address, data, owner.sign(text));
    const answer = await wallets.logIn({ address: toChecksum(account.address), sign }, { said });
    expect(codeOf(answer)).toEqual(refused);
    // Nothing was deployed on the chain.
    expect(await chain.request('eth_getCode', [account.address, 'latest'])).toBe('0x');
  });

  test('a malformed ERC-6492 signature logs nobody in', async () => {
    const smart = await deployed();
    const mark = '6492'.repeat(16);
    for (const signature of [`0x${mark}`, `0x${'ff'.repeat(96)}${mark}`, `0x${'00'.repeat(8160)}${mark}`])
      expect(codeOf(await wallets.logIn({ ...smart, sign: () => signature }, { said }))).toEqual(refused);
  });

  test.each([
    ['returns a word that does not mean valid', `0x${'0'.repeat(62)}02`],
    ['answers junk', 'junk'],
    ['answers nothing', null],
    ['answers a megabyte', `0x${'01'.repeat(500_000)}`],
  ])('a node that %s logs nobody in', async (_, result) => {
    const smart = await deployed();
    nodes.there.lie('eth_call', result);
    const answer = await wallets.logIn({ ...smart, sign: () => '0x11' }, { said: { chainId: there } });
    nodes.there.beHonest();
    nodes.there.lieAboutChain(there);
    expect([422, 503]).toContain(answer.status);
    expect(answer.json.token).toBeUndefined();
  });
});

test('a chain whose node does not answer does not block logins on other chains', async () => {
  const smart = await deployed();
  nodes.here.fail('slow');
  const waiting = Array.from({ length: 32 }, () => wallets.logIn(smart, { said: { chainId: here } }));
  await expect.poll(() => nodes.here.waiting()).toBe(96);
  expect(codeOf(await wallets.logIn(smart, { said: { chainId: here } }))).toEqual([
    503,
    'service_unavailable',
  ]);
  expect((await wallets.logIn(smart, { said: { chainId: there } })).status).toBe(200);
  nodes.here.fail(null);
  nodes.here.release();
  await Promise.all(waiting);
});
