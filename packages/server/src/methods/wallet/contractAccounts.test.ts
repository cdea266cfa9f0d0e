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

// Accounts that are contracts: a chain and an address together. One machine stands for two chains, so that the same contract is
// at the same address on both.

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

/** A contract that stands on the chain and signs what its owner signs. */
async function deployed(owner = anyone()): Promise<Signer> {
  const account = createSmartAccount({
    address: owner.address as Hex.Hex,
    sign: (text) => owner.sign(text) as Hex.Hex,
  });
  await chain.send(account.deployment);
  return { address: toChecksum(account.address), sign: owner.sign };
}

/** A user who logged in by e-mail. */
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
  test('[LINK-05] [LINK-08] is linked by one user, moved to another and unlinked, and on another chain it is another account', async () => {
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
    // The address alone is a key's, and on the other chain it is another's.
    expect(codeOf(await move(null))).toEqual(refused);
    expect(codeOf(await move(there))).toEqual(refused);
    const moved = await move(here);
    expect([moved.status, chainsOf(moved.json)]).toEqual([200, [`eip155:${here}`]]);
    expect((await wallets.logIn(smart, { said: { chainId: here } })).json.user?.id).toBe(second.id);

    // No one has it on the other chain.
    expect((await link(smart, third.bearer, there)).status).toBe(200);
    expect((await wallets.logIn(smart, { said: { chainId: there } })).json.user?.id).toBe(third.id);

    expect(codeOf(await unlink(address, second.bearer, there))).toEqual([404, 'not_found']);
    const left = await unlink(address, second.bearer, here);
    expect([left.status, chainsOf(left.json)]).toEqual([200, []]);
    expect((await wallets.logIn(smart, { said: { chainId: there } })).json.user?.id).toBe(third.id);
  });

  test('[LINK-08] of several chains is unlinked by its chain, and not by an address that names two', async () => {
    const me = await person();
    const smart = await deployed();
    expect((await link(smart, me.bearer, here)).status).toBe(200);
    expect((await link(smart, me.bearer, there)).status).toBe(200);
    expect(codeOf(await unlink(smart.address, me.bearer))).toEqual([400, 'invalid_data']);
    const left = await unlink(smart.address, me.bearer, here);
    expect(chainsOf(left.json)).toEqual([`eip155:${there}`]);
    // Published clients name the address alone, which is enough for one.
    expect(chainsOf((await unlink(smart.address, me.bearer)).json)).toEqual([]);
  });

  test('[LINK-08] stays when the key of its address is unlinked, and the other way round (EIP-7702)', async () => {
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
    // A key's account is meant on whichever chain the person is now.
    expect((await unlink(key.address.toLowerCase(), again.bearer, here)).status).toBe(200);
  });

  test('that is linked already is linked again by a nonce of its user, and by no one else’s', async () => {
    const [me, other] = [await person(), await person()];
    const smart = await deployed();
    expect((await link(smart, me.bearer, here)).status).toBe(200);
    expect((await link(smart, me.bearer, here)).status).toBe(200);
    const nonce = await wallets.nonceOf(smart.address, me.bearer);
    expect(codeOf(await wallets.link(smart, other.bearer, { chainId: there, nonce }))).toEqual(refused);
  });
});

describe('[S38] no one is logged in by', () => {
  const wrap = (to: string, data: Hex.Hex, signature: string) =>
    SignatureErc6492.wrap({ to: to as Hex.Hex, data, signature: signature as Hex.Hex });
  const said = { chainId: here };
  const noop = '0x' as const;

  test('a key’s signature behind a factory that makes nothing', async () => {
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
    ['the zero address, which a failed recovery gives', 0],
    ['a precompile that recovers', 1],
    ['a precompile that echoes', 4],
    ['a precompile that verifies by P-256', 256],
  ])('the signature of %s', async (_, number) => {
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
  ])('a factory that %s', async (_, way) => {
    const owner = anyone();
    const account = createSmartAccount({
      address: owner.address as Hex.Hex,
      sign: (text) => owner.sign(text) as Hex.Hex,
    });
    await signer.write('set', [owner.address, way]);
    // isValidSignature(0, ''), which is what it does that on.
    const data = `0x1626ba7e${'0'.repeat(64)}${'40'.padStart(64, '0')}${'0'.repeat(64)}` as const;
    const sign = (text: string) => wrap(signer.address, data, owner.sign(text));
    const answer = await wallets.logIn({ address: toChecksum(account.address), sign }, { said });
    expect(codeOf(answer)).toEqual(refused);
    // None of it was sent to the chain.
    expect(await chain.request('eth_getCode', [account.address, 'latest'])).toBe('0x');
  });

  test('what is no ERC-6492 behind its mark', async () => {
    const smart = await deployed();
    const mark = '6492'.repeat(16);
    for (const signature of [`0x${mark}`, `0x${'ff'.repeat(96)}${mark}`, `0x${'00'.repeat(8160)}${mark}`])
      expect(codeOf(await wallets.logIn({ ...smart, sign: () => signature }, { said }))).toEqual(refused);
  });

  test.each([
    ['says that its contract is valid in another word', `0x${'0'.repeat(62)}02`],
    ['answers junk', 'junk'],
    ['answers nothing', null],
    ['answers a megabyte', `0x${'01'.repeat(500_000)}`],
  ])('a node that %s', async (_, result) => {
    const smart = await deployed();
    nodes.there.lie('eth_call', result);
    const answer = await wallets.logIn({ ...smart, sign: () => '0x11' }, { said: { chainId: there } });
    nodes.there.beHonest();
    nodes.there.lieAboutChain(there);
    expect([422, 503]).toContain(answer.status);
    expect(answer.json.token).toBeUndefined();
  });
});

test('a chain whose node does not answer closes no other chain’s logins', async () => {
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
