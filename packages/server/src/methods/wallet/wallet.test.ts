import { runInNewContext } from 'node:vm';
import { createSmartAccount } from '@latchkey/sandbox';
import {
  type Contract,
  createTestService,
  createWalletOwner,
  deploy,
  type FaultyNode,
  logIn,
  startChain,
  startFaultyNode,
  type TestChain,
  type TestService,
  testAppSecret,
} from '@latchkey/testkit';
import {
  allowlistRoutes,
  directoryRoutes,
  guestRoutes,
  limits,
  lookupRoutes,
  reauthenticateRoute,
  type TokenReply,
  walletRoutes,
} from '@latchkey/wire';
import { base58 } from '@scure/base';
import * as Address from 'ox/Address';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hashOfSecret } from '../../apps/appSecret.ts';
import { readSignInMessage } from '../../ethereum/index.ts';
import { readSolanaMessage } from './readSolanaMessage.ts';
import {
  createWallets,
  ethereumWallet,
  keyWallet,
  messageOf,
  page,
  type Said,
  solanaWallet,
} from './wallet.testkit.ts';

const app = {
  id: 'latchkey-test-app-0000001',
  name: 'Harbour',
  email_auth: true,
  guest_auth: true,
  wallet_auth: true,
  solana_wallet_auth: true,
  allowed_origins: [page, 'https://harbour.example'],
  secret_hash: hashOfSecret(testAppSecret),
};
const other = { ...app, id: 'latchkey-test-app-0000002' };
const invited = {
  ...app,
  id: 'latchkey-test-app-0000003',
  allowlist_enabled: true,
};
const several = { ...app, id: 'latchkey-test-app-0000004', max_linked_wallets_per_user: null };
const onlySolana = { ...app, id: 'latchkey-test-app-0000005', wallet_auth: false };

let service: TestService;
let chain: TestChain;
let node: FaultyNode;
let signerContract: Contract;
beforeAll(async () => {
  chain = await startChain({ chainId: 31337 });
  node = await startFaultyNode(chain);
  signerContract = await deploy(chain, 'TestSigner');
  const chainNodes = new Map([
    [31337, node.url],
    [31338, node.url],
  ]);
  service = await createTestService({
    apps: [app, other, invited, several, onlySolana],
    config: { chainNodes },
  });
});
afterAll(async () => {
  await service?.close();
  await node?.close();
  await chain?.close();
});

const wallets = createWallets(() => service);
let people = 0;
const anyone = () => ethereumWallet(++people);
const codeOf = ({ status, json }: { status: number; json: { code?: string } }) => [status, json.code];
const refused = [422, 'invalid_credentials'];
const walletOf = ({ user }: TokenReply) => user?.linked_accounts.find(({ type }) => type === 'wallet');

describe('a wallet whose key signs', () => {
  test('[SIWE-01, SIWE-02, SIWE-04] a wallet logs in with a nonce that is valid for five minutes, and logs in the same user the next time', async () => {
    const me = anyone();
    const init = await service.call(walletRoutes.init, { body: { address: me.address } });
    expect(init.status).toBe(200);
    expect(init.json).toEqual({
      nonce: expect.stringMatching(/^[0-9a-f]{32}$/),
      address: me.address,
      expires_at: new Date(service.clock.now() + limits.walletNonceLifeMs).toISOString(),
    });
    const said = { nonce: init.json.nonce };
    const client = { chainId: 'eip155:1', walletClientType: 'metamask', connectorType: 'injected' };
    const first = await wallets.logIn(me, { said, ...client });
    expect(first.json.is_new_user).toBe(true);
    expect(walletOf(first.json)).toEqual({
      type: 'wallet',
      address: me.address,
      chain_type: 'ethereum',
      chain_id: 'eip155:1',
      wallet_client: 'unknown',
      wallet_client_type: 'metamask',
      connector_type: 'injected',
      verified_at: expect.any(Number),
      first_verified_at: expect.any(Number),
      latest_verified_at: expect.any(Number),
    });
    service.clock.advance(60_000);
    const again = await wallets.logIn(me, { said: { chainId: 10 } });
    expect(again.json.is_new_user).toBe(false);
    expect(again.json.user?.id).toEqual(first.json.user?.id);
    expect(walletOf(again.json)?.latest_verified_at).toBeGreaterThan(
      walletOf(first.json)?.latest_verified_at ?? 0,
    );
  });

  test('[SDK-01] a wallet signs a user up at its first login, and logs in the same user at the next', async () => {
    const me = anyone();
    const [first, second] = [await wallets.logIn(me), await wallets.logIn(me)];
    expect(first.json.is_new_user).toBe(true);
    expect(second.json.is_new_user).toBe(false);
    expect(second.json.user?.id).toBe(first.json.user?.id);
  });

  test('[SIWE-02] a wallet of Solana logs in with the text of the Wallet Standard and of published clients', async () => {
    const me = solanaWallet(1);
    const first = await wallets.logIn(me, { walletClientType: 'phantom', connectorType: 'solana_adapter' });
    expect(walletOf(first.json)).toMatchObject({
      address: me.address,
      chain_type: 'solana',
      wallet_client_type: 'phantom',
    });
    const nonce = await wallets.nonceOf(me.address);
    // Without a statement there is one blank line, as `solana:signIn` writes it.
    const message = messageOf('Solana', service.clock.now(), {
      address: me.address,
      nonce,
      chainId: 'solana:devnet',
    }).replace('By signing, you log in.\n\n', '');
    const second = await service.call(walletRoutes.authenticateSolana, {
      body: { message, signature: me.sign(message) },
    });
    expect(second.status).toBe(200);
    expect(second.json.user?.id).toEqual(first.json.user?.id);
    const wrong = await wallets.signed(me);
    const theirs = await service.call(walletRoutes.authenticateSolana, {
      body: { ...wrong, signature: solanaWallet(2).sign(wrong.message) },
    });
    expect(codeOf(theirs)).toEqual(refused);
  });

  test('a wallet is refused if the app allows only wallets of the other chain type', async () => {
    const theirs = createWallets(() => service, { appId: onlySolana.id });
    const me = anyone();
    const call = { appId: onlySolana.id };
    const init = await service.call(walletRoutes.init, { ...call, body: { address: me.address } });
    expect(codeOf(init)).toEqual([403, 'disallowed_login_method']);
    const signed = await wallets.signed(me);
    for (const answer of [
      await service.call(walletRoutes.authenticate, { ...call, body: signed }),
      await service.call(walletRoutes.link, {
        ...call,
        bearer: (await logIn(service, 'only@example.com', call)).token ?? '',
        body: signed,
      }),
    ])
      expect(codeOf(answer)).toEqual([403, 'disallowed_login_method']);
    expect((await theirs.logIn(solanaWallet(3))).status).toBe(200);
  });

  test('a wallet logs in if it is on an allowlist; any other is refused, but only after it signed', async () => {
    const theirs = createWallets(() => service, { appId: invited.id });
    const [guest, stranger] = [anyone(), anyone()];
    const call = { appId: invited.id, params: { id: invited.id } };
    await service.call(allowlistRoutes.add, { ...call, body: { type: 'wallet', value: guest.address } });
    expect((await theirs.logIn(guest)).status).toBe(200);
    expect(await theirs.nonceOf(stranger.address)).toMatch(/^[0-9a-f]{32}$/);
    // A contract's account belongs to its chain, so an entry with only its address does not match.
    await signerContract.write('set', [stranger.address, 0]);
    const smart = { address: toChecksum(signerContract.address), sign: stranger.sign };
    const value = smart.address;
    await service.call(allowlistRoutes.add, { ...call, body: { type: 'wallet', value } });
    const said = { chainId: 31337 };
    expect(codeOf(await theirs.logIn(smart, { said }))).toEqual([403, 'allowlist_rejected']);
    const onChain = { type: 'wallet', value: `${value}@eip155:31337` } as const;
    await service.call(allowlistRoutes.add, { ...call, body: onChain });
    expect((await theirs.logIn(smart, { said })).status).toBe(200);
    expect(codeOf(await theirs.logIn(stranger))).toEqual([403, 'allowlist_rejected']);
  });

  test('[GUEST-02] a guest who logs in with a wallet keeps the user id and is no longer a guest', async () => {
    const guest = await service.call(guestRoutes.authenticate, {
      body: { guest_credential: 'g'.repeat(43) },
    });
    const me = anyone();
    const bearer = guest.json.token ?? '';
    const body = await wallets.signed(me, { bearer });
    const login = await service.call(walletRoutes.authenticate, { bearer, body });
    expect(login.json.user?.id).toEqual(guest.json.user?.id);
    expect(login.json.user?.is_guest).toBe(false);
  });
});

describe('[S38] a signature is refused', () => {
  const iso = (ms: number) => new Date(service.clock.now() + ms).toISOString();
  const flaws: [name: string, said: () => Said][] = [
    ['for another site', () => ({ domain: 'evil.example', uri: 'https://evil.example' })],
    [
      'for a site that resembles ours',
      () => ({ domain: 'xn--harbour-9i5c.example', uri: 'https://xn--harbour-9i5c.example' }),
    ],
    ['whose letters are not ASCII', () => ({ domain: 'hаrbour.example', uri: 'https://hаrbour.example' })],
    [
      'of another page of the app than the one that sends it',
      () => ({ domain: 'harbour.example', uri: 'https://harbour.example' }),
    ],
    ['whose address is that of another site', () => ({ uri: 'https://evil.example' })],
    ['whose domain is that of another site', () => ({ domain: 'evil.example' })],
    ['whose port is another', () => ({ domain: 'localhost:3001', uri: 'http://localhost:3001' })],
    [
      'whose domain hides another before an @',
      () => ({ domain: 'localhost:3000@evil.example', uri: 'https://localhost:3000@evil.example' }),
    ],
    ['with another scheme', () => ({ scheme: 'https://' })],
    ['with another version', () => ({ more: '', issuedAt: `${iso(0)}\nVersion: 2` })],
    ['for another chain than the body', () => ({ chainId: 2 })],
    ['dated more than a minute from now', () => ({ issuedAt: iso(61_000) })],
    ['dated before its nonce can have existed', () => ({ issuedAt: iso(-7 * 60_000) })],
    ['that has expired', () => ({ more: `\nExpiration Time: ${iso(-61_000)}` })],
    ['that is not valid yet', () => ({ more: `\nNot Before: ${iso(61_000)}` })],
    ['with a date that does not exist', () => ({ issuedAt: '2026-02-30T12:00:00Z' })],
    ['with a nonce that was not issued', () => ({ nonce: 'a'.repeat(32) })],
    ['whose address has no checksum', () => ({ address: ethereumWallet(777).address.toLowerCase() })],
  ];

  test.each(flaws)('a signature is refused for a message %s', async (_, said) => {
    const me = ethereumWallet(777);
    const answer = await wallets.logIn(me, { said: said(), chainId: 'eip155:1' });
    expect(codeOf(answer)).toEqual(refused);
  });

  test('a signature of another account, of another text, or of nobody is refused', async () => {
    const [me, thief] = [anyone(), anyone()];
    const { message, signature } = await wallets.signed(me);
    const wrong = [thief.sign(message), me.sign(`${message} `), `0x${'00'.repeat(65)}`, '0x00'];
    for (const one of wrong) {
      const nonce = await wallets.nonceOf(me.address);
      const own = message.replace(/Nonce: \w+/, `Nonce: ${nonce}`);
      const given = one === wrong[0] ? thief.sign(own) : one;
      const answer = await service.call(walletRoutes.authenticate, {
        body: { message: own, signature: given },
      });
      expect(codeOf(answer), one).toEqual(refused);
    }
    // None of these attempts used up the nonce of the first message.
    expect((await service.call(walletRoutes.authenticate, { body: { message, signature } })).status).toBe(
      200,
    );
  });

  test('a signature is refused with a nonce of another app, address or purpose, or one that is expired or used', async () => {
    const [me, you] = [anyone(), anyone()];
    const elsewhere = createWallets(() => service, { appId: other.id });
    const nonces = [await elsewhere.nonceOf(me.address), await wallets.nonceOf(you.address)];
    for (const nonce of nonces) expect(codeOf(await wallets.logIn(me, { said: { nonce } }))).toEqual(refused);

    const owner = await logIn(service, 'purpose@example.com');
    const forLink = await wallets.nonceOf(me.address, owner.token ?? '');
    expect(codeOf(await wallets.logIn(me, { said: { nonce: forLink } }))).toEqual(refused);
    const forLogin = await wallets.nonceOf(me.address);
    expect(codeOf(await wallets.link(me, owner.token ?? '', { nonce: forLogin }))).toEqual(refused);

    const late = await wallets.nonceOf(me.address);
    service.clock.advance(limits.walletNonceLifeMs);
    expect(codeOf(await wallets.logIn(me, { said: { nonce: late } }))).toEqual(refused);

    const shown = await wallets.signed(me);
    const both = await Promise.all(
      [1, 2, 3].map(() => service.call(walletRoutes.authenticate, { body: shown })),
    );
    expect(both.map(({ status }) => status).sort()).toEqual([200, 422, 422]);
  });

  test('an Ethereum signature that is not hex confirms no login; a Solana signature that begins with 0x confirms one', async () => {
    const [me, mySolana] = [anyone(), solanaWallet(40)];
    const { token } = (await wallets.logIn(me)).json;
    const bearer = token ?? '';
    const confirm = (body: { message: string; signature: string }) =>
      service.call(reauthenticateRoute, { bearer, body: { method: 'wallet', ...body } });
    // A check of the contract would call the node of this chain.
    const { message } = await wallets.signed(me, { bearer, said: { chainId: 31337 } });
    expect(codeOf(await confirm({ message, signature: `0x${'z'.repeat(84)}` }))).toEqual(refused);
    expect((await wallets.link(mySolana, bearer)).status).toBe(200);
    // One signature in 4,096 begins with `0x`.
    const { message: text } = await wallets.signed(mySolana, { bearer });
    for (let number = 0; ; number += 1) {
      const longer = text.replace(/\nResources:/, `\nRequest ID: ${number}\nResources:`);
      const signature = mySolana.sign(longer);
      if (!signature.startsWith('0x')) continue;
      expect((await confirm({ message: longer, signature })).status).toBe(200);
      break;
    }
  });

  test.each([
    ['Windows line ends', (text: string) => text.replaceAll('\n', '\r\n')],
    ['a line end in its address', (text: string) => text.replace('URI: ', 'URI: https://evil.example\r')],
    ['a field twice', (text: string) => text.replace('\nNonce:', '\nChain ID: 1\nNonce:')],
    ['a second nonce', (text: string) => text.replace('\nIssued At:', '\nNonce: abcdefgh1\nIssued At:')],
    ['fields in another order', (text: string) => text.replace(/(URI: .*)\n(Version: 1)/, '$2\n$1')],
    ['text after its end', (text: string) => `${text}\n`],
    ['text before it', (text: string) => `\u200b${text}`],
    [
      'a chain id that is too large to be exact',
      (text: string) => text.replace('ID: 1', 'ID: 9007199254740993'),
    ],
    ['a chain in other digits', (text: string) => text.replace('ID: 1', 'ID: 0x1')],
    ['a malformed resource', (text: string) => `${text}\n- evil`],
  ])('a signature is refused for a message with %s', async (_, change) => {
    const me = anyone();
    const text = change((await wallets.signed(me)).message);
    const body = { message: text, signature: me.sign(text) };
    expect(codeOf(await service.call(walletRoutes.authenticate, { body }))).toEqual(refused);
  });

  test('a signature of a message whose URI has no web origin is refused, even from a caller without an origin', async () => {
    const me = anyone();
    for (const uri of ['blob:http://localhost:3000/x', 'harbour://localhost:3000', 'data:text/html,x']) {
      const body = await wallets.signed(me, { said: { uri } });
      for (const origin of ['null', null]) {
        const answer = await service.call(walletRoutes.authenticate, { origin, body });
        expect([422, 403], uri).toContain(answer.status);
      }
    }
  });

  test('a signature of a Solana key of small order, for which anyone can sign, is refused', async () => {
    // y = 1 is the neutral element and y = 0 has order 4. With s = 0, some R of small order verifies for any text.
    for (const key of [Buffer.from(`01${'00'.repeat(31)}`, 'hex'), Buffer.alloc(32)]) {
      const address = base58.encode(new Uint8Array(key));
      for (const point of [key, Buffer.from(`01${'00'.repeat(31)}`, 'hex')]) {
        const signature = Buffer.concat([point, Buffer.alloc(32)]).toString('base64');
        expect(codeOf(await wallets.logIn({ address, sign: () => signature })), address).toEqual(refused);
      }
    }
  });

  test('a long message that almost matches the grammar is refused, without quadratic work', () => {
    for (const text of [
      `${'a'.repeat(800_000)} wants`,
      `${'a:'.repeat(400_000)}//`,
      `${messageOf('Ethereum', 0, { address: ethereumWallet(1).address, nonce: 'a'.repeat(32) })}${'\n- a:b'.repeat(120_000)}\n`,
    ]) {
      // A linear check ends within a minute on any machine, a quadratic one on none.
      const read = () => [readSignInMessage(text), readSolanaMessage(text)];
      expect([...runInNewContext('read()', { read }, { timeout: 60_000 })]).toEqual([null, null]);
    }
  });

  test('a signature of a message with a second nonce in its statement is refused', async () => {
    const me = anyone();
    const nonce = await wallets.nonceOf(me.address);
    const message = messageOf('Ethereum', service.clock.now(), {
      address: me.address,
      nonce: 'b'.repeat(32),
    });
    const forged = message.replace('By signing, you log in.', `x\nNonce: ${nonce}`);
    const answer = await service.call(walletRoutes.authenticate, {
      body: { message: forged, signature: me.sign(forged) },
    });
    expect(codeOf(answer)).toEqual(refused);
  });

  test('a signature from a caller without an origin is refused for a foreign page, but not for a page of the app', async () => {
    const me = anyone();
    const tell = async (said: Said) =>
      service.call(walletRoutes.authenticate, { origin: null, body: await wallets.signed(me, { said }) });
    expect(codeOf(await tell({ domain: 'evil.example', uri: 'https://evil.example' }))).toEqual(refused);
    expect((await tell({ domain: 'harbour.example', uri: 'https://harbour.example/path' })).status).toBe(200);
  });
});

describe('a wallet that is a contract', () => {
  const onChain = { chainId: 31337 } as const;

  test('[SIWE-02] a contract wallet logs in if its code accepts the signature (ERC-1271), on its own chain only', async () => {
    const owner = anyone();
    const account = createSmartAccount({
      ...owner,
      address: owner.address as `0x${string}`,
      sign: (text: string) => owner.sign(text) as `0x${string}`,
    });
    const smart = {
      address: toChecksum(account.address),
      sign: (text: string) => account.deployed.sign(text),
    };
    const undeployed = { address: smart.address, sign: (text: string) => account.undeployed.sign(text) };
    // Not deployed yet: the signature contains the deployment (ERC-6492), which the login does not carry out.
    const before = await wallets.logIn(undeployed, { said: onChain });
    expect(before.status).toBe(200);
    expect(walletOf(before.json)).toMatchObject({ address: smart.address, chain_id: 'eip155:31337' });
    expect(await chain.request('eth_getCode', [smart.address, 'latest'])).toBe('0x');
    expect(codeOf(await wallets.logIn(smart, { said: onChain }))).toEqual(refused);

    await chain.send(account.deployment);
    const after = await wallets.logIn(smart, { said: onChain });
    expect(after.json.user?.id).toBe(before.json.user?.id);
    expect((await wallets.logIn(undeployed, { said: onChain })).json.user?.id).toBe(before.json.user?.id);

    // On another chain the same address may have another owner, so no login there opens this account.
    const unknown = await wallets.logIn(smart, { said: { chainId: 99 } });
    expect([...codeOf(unknown), unknown.json.data?.reason]).toEqual([...refused, 'no_node_for_chain']);
    node.lieAboutChain(31338);
    const there = await wallets.logIn(smart, { said: { chainId: 31338 } });
    const here = await wallets.logIn(smart, { said: onChain });
    node.beHonest();
    expect(there.json.user?.id).not.toBe(before.json.user?.id);
    expect(codeOf(here)).toEqual([503, 'service_unavailable']);

    // If two users have a contract at an address, a lookup must name the chain.
    const find = async (address: string) =>
      (await service.call(lookupRoutes.byWallet, { body: { address } })).json.id;
    expect(await find(smart.address)).toBeUndefined();
    expect(await find(`${smart.address}@eip155:31337`)).toBe(before.json.user?.id);
    const body = { walletAddresses: [smart.address] };
    const all = (await service.call(directoryRoutes.searchUsers, { body })).json.data.map(({ id }) => id);
    expect(all.sort()).toEqual([before.json.user?.id, there.json.user?.id].sort());
  });

  test.each([
    ['burns all gas', 1],
    ['reverts', 2],
    ['answers one byte', 3],
    ['answers another word', 4],
    ['answers a megabyte', 5],
  ])('a contract wallet that %s is refused', async (_, way) => {
    await signerContract.write('set', [anyone().address, way]);
    const smart = { address: toChecksum(signerContract.address), sign: () => `0x${'11'.repeat(65)}` };
    expect(codeOf(await wallets.logIn(smart, { said: onChain }))).toEqual(refused);
  });

  test('a contract wallet is refused with a signature of more than 8 kB, or one that deploys another contract', async () => {
    const owner = anyone();
    const key = {
      address: owner.address as `0x${string}`,
      sign: (text: string) => owner.sign(text) as `0x${string}`,
    };
    const account = createSmartAccount(key);
    const victim = createSmartAccount({ ...key, address: anyone().address as `0x${string}` });
    const forged = {
      address: toChecksum(victim.address),
      sign: (text: string) => account.undeployed.sign(text),
    };
    expect(codeOf(await wallets.logIn(forged, { said: onChain }))).toEqual(refused);
    const long = { address: forged.address, sign: () => `0x${'11'.repeat(limits.walletSignatureBytes + 1)}` };
    expect(codeOf(await wallets.logIn(long, { said: onChain }))).toEqual([400, 'invalid_data']);
  });

  test.each(['down', 'garbled', 'busy', 'limited', 'refused', 'broken'] as const)(
    'a contract wallet gets service_unavailable if its node is %s',
    async (fault) => {
      node.fail(fault);
      const smart = { address: toChecksum(signerContract.address), sign: () => `0x${'11'.repeat(65)}` };
      const answer = await wallets.logIn(smart, { said: onChain });
      node.fail(null);
      expect(codeOf(answer)).toEqual([503, 'service_unavailable']);
    },
  );

  test("a contract wallet that also has a key (EIP-7702) logs in with it to the key's own account, without a request to a node", async () => {
    const me = anyone();
    const first = await wallets.logIn(me, { said: onChain });
    await chain.request('anvil_setCode', [
      me.address,
      `0xef0100${signerContract.address.slice(2).toLowerCase()}`,
    ]);
    // Requests of earlier tests, whose nodes hang, can still arrive.
    const requestsAboutMe = () =>
      node.requests.filter((request) =>
        JSON.stringify(request).toLowerCase().includes(me.address.slice(2).toLowerCase()),
      );
    const again = await wallets.logIn(me, { said: onChain });
    expect(again.json.user?.id).toBe(first.json.user?.id);
    expect(requestsAboutMe()).toEqual([]);
    // A signature that only the contract at the address accepts logs in to another account than the address's key
    // does.
    const friend = anyone();
    await chain.request('anvil_setStorageAt', [
      me.address,
      `0x${'0'.repeat(64)}`,
      `0x${friend.address.slice(2).toLowerCase().padStart(64, '0')}`,
    ]);
    const byCode = await wallets.logIn({ address: me.address, sign: friend.sign }, { said: onChain });
    expect(byCode.status).toBe(200);
    expect(byCode.json.user?.id).not.toBe(first.json.user?.id);
    expect(requestsAboutMe()).not.toEqual([]);
    // The address alone means the key's account.
    const found = await service.call(lookupRoutes.byWallet, { body: { address: me.address } });
    expect(found.json.id).toBe(first.json.user?.id);
  });
});

describe('a user with wallets', () => {
  test('[SIWE-03, LINK-03, LINK-08] a user links one wallet of each chain type, and unlinks all but the last login account', async () => {
    const owner = await logIn(service, 'links@example.com');
    const bearer = owner.token ?? '';
    const [mine, second] = [anyone(), anyone()];
    const linked = await wallets.link(mine, bearer);
    expect(linked.status).toBe(200);
    expect(linked.json.id).toEqual(owner.user?.id);
    // A nonce that was requested without a session cannot link, even if the wallet is linked already.
    const again = await wallets.link(mine, bearer, { nonce: await wallets.nonceOf(mine.address) });
    expect(codeOf(again)).toEqual(refused);
    const full = await wallets.link(second, bearer);
    expect([...codeOf(full), full.json.error]).toEqual([
      422,
      'cannot_link_more_of_type',
      'User already has an account of type wallet linked.',
    ]);
    const solana = solanaWallet(10);
    expect((await wallets.link(solana, bearer)).status).toBe(200);
    // The linked wallet logs in the same user.
    expect((await wallets.logIn(mine)).json.user?.id).toBe(owner.user?.id);
    expect((await wallets.unlink(mine.address.toLowerCase(), bearer)).status).toBe(200);
    expect((await wallets.unlink(solana.address, bearer)).status).toBe(200);
    expect(codeOf(await wallets.unlink(solana.address, bearer))).toEqual([404, 'not_found']);
    expect((await wallets.logIn(mine)).json.is_new_user).toBe(true);
    const alone = await wallets.logIn(second);
    const last = await wallets.unlink(second.address, alone.json.token ?? '');
    expect(codeOf(last)).toEqual([422, 'cannot_unlink_sole_account']);
  });

  test('[LINK-03] a user links as many wallets as the app allows, not counting embedded ones', async () => {
    const many = createWallets(() => service, { appId: several.id });
    const { token } = await logIn(service, 'many@example.com', { appId: several.id });
    for (const one of [anyone(), anyone(), anyone()])
      expect((await many.link(one, token ?? '')).status).toBe(200);
    const holder = await createWalletOwner(service, 'holder@example.com');
    expect((await wallets.link(anyone(), holder.user.token)).status).toBe(200);
    expect(codeOf(await wallets.link(anyone(), holder.user.token))).toEqual([
      422,
      'cannot_link_more_of_type',
    ]);
  });

  test('[EMBW-07] a user cannot log in with an embedded wallet, nor link or unlink it, and cannot call another wallet embedded', async () => {
    const holder = await createWalletOwner(service, 'embedded@example.com');
    const { address } = holder.wallet;
    const embedded = keyWallet(holder.wallet.privateKey);
    const refusedSo = [422, 'not_supported'];
    expect(codeOf(await wallets.logIn(embedded))).toEqual(refusedSo);
    const thief = await logIn(service, 'thief@example.com');
    expect(codeOf(await wallets.link(embedded, thief.token ?? ''))).toEqual(refusedSo);
    expect(codeOf(await wallets.link(embedded, holder.user.token))).toEqual(refusedSo);
    expect(codeOf(await wallets.unlink(address, holder.user.token))).toEqual(refusedSo);
    // The newest published client takes the second name for an embedded wallet too.
    const names = ['privy', 'privy-v2'].map((walletClientType) => ({ walletClientType }));
    for (const client of [...names, { connectorType: 'embedded' }])
      expect(codeOf(await wallets.logIn(anyone(), client))).toEqual(refusedSo);
    const shown = await wallets.signed(embedded, { bearer: holder.user.token });
    const body = { method: 'wallet', ...shown };
    const confirmed = await service.call(reauthenticateRoute, { bearer: holder.user.token, body });
    expect(codeOf(confirmed)).toEqual(refusedSo);
  });

  test('a user with a wallet must sign to confirm an old login before accounts change, and is told so before signing a link', async () => {
    const me = anyone();
    const { token } = (await wallets.logIn(me)).json;
    const bearer = token ?? '';
    service.clock.advance(11 * 60_000);
    const link = await service.call(walletRoutes.initSolana, {
      bearer,
      body: { address: solanaWallet(20).address },
    });
    expect(codeOf(link)).toEqual([403, 'recent_login_required']);
    expect(codeOf(await wallets.unlink(me.address, bearer))).toEqual([403, 'recent_login_required']);
    const body = { method: 'wallet', ...(await wallets.signed(me, { bearer })) };
    const confirmed = await service.call(reauthenticateRoute, { bearer, body });
    expect(confirmed.status).toBe(200);
    expect(confirmed.json.auth_time).toEqual(Math.floor(service.clock.now() / 1000));
    expect((await wallets.link(solanaWallet(20), bearer)).status).toBe(200);
    const other = await wallets.signed(anyone());
    const stolen = await service.call(reauthenticateRoute, {
      bearer,
      body: { method: 'wallet', ...other },
    });
    expect(codeOf(stolen)).toEqual(refused);
  });

  test('a user whom a back end imported logs in with the wallets that it named', async () => {
    const [me, mySolana] = [anyone(), solanaWallet(30)];
    const linked_accounts = [
      { type: 'wallet', address: me.address.toLowerCase(), chain_type: 'ethereum' },
      { type: 'wallet', address: mySolana.address, chain_type: 'solana' },
    ] as const;
    const { json } = await service.call(directoryRoutes.importUser, { body: { linked_accounts } });
    for (const one of [me, mySolana]) expect((await wallets.logIn(one)).json.user?.id).toBe(json.id);
  });
});

/** Returns an address with its checksum, as wallets write it. */
const toChecksum = (address: string) => Address.checksum(address as `0x${string}`);
