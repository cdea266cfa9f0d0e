import type { Hono } from 'hono';
import type { Hex } from 'ox/Hex';
import * as Siwe from 'ox/Siwe';
import { answerRpc, type Chain, createChain } from '../chain/index.ts';
import { appPage, donePage, signerPage } from './appPage.ts';
import { appPerson, custodyKeyOf, type FarcasterUser, type Key, makeKey, toPerson } from './people.ts';
import { holdId, idRegistry, keyRegistry, setAuthAddress, setSigner } from './registries.ts';
import { createFarcasterRelay, type SignatureParams } from './relay.ts';
import { createSigners } from './signers.ts';
import type { SmartAccount } from './smartAccount.ts';

export interface Farcaster {
  readonly routes: Hono;
  readonly chain: Chain;
  /** Creates the account of a user name on the chain, and returns its user. */
  enrol(username: string): Promise<FarcasterUser>;
  /** Transfers a user's account to another address on the chain. */
  give(person: FarcasterUser, holder: Hex): Promise<void>;
  deploy(account: SmartAccount): Promise<void>;
  removeAuthAddress(person: FarcasterUser): Promise<void>;
  /**
   * Approves a login as in the Farcaster app.
   * @param uri content of the QR code
   * @returns the user
   */
  approve(uri: string, username: string): Promise<FarcasterUser>;
  /**
   * Approves a signer as in the Farcaster app, which adds it on the chain.
   * @param url content of the request's QR code
   */
  approveSigner(url: string, username: string): Promise<FarcasterUser>;
  rejectSigner(url: string): void;
  revokeSigner(person: FarcasterUser, key: Hex): Promise<void>;
  /** Account of the app itself, with its custody key. A development service requests signers with it. */
  readonly appAccount: { readonly fid: number; readonly custodyKey: Hex };
  /** Returns the message that a user would sign for an app, for tests that change it. */
  sign(
    person: FarcasterUser,
    params: MessageParams,
    key?: Key,
  ): { message: string; signature: Hex; fid: number };
}

export type MessageParams = Pick<SignatureParams, 'siweUri' | 'domain' | 'nonce'>;

const profileOf = ({ username }: FarcasterUser) => ({
  username,
  displayName: `${username[0]?.toUpperCase()}${username.slice(1)} of the sandbox`,
  bio: 'Lives on this machine.',
  pfpUrl: `https://pictures.sandbox.example/${username}.png`,
});

const isUsername = (name: string) => /^[a-z0-9][a-z0-9-]{0,15}$/.test(name);

/** Creates Farcaster's relay, API, app and chain under `/farcaster`. */
export function createFarcaster(
  now: () => number = Date.now,
  send: typeof globalThis.fetch = fetch,
): Farcaster {
  const { routes, channels } = createFarcasterRelay(now);
  // OP Mainnet, which the messages name.
  const chain = createChain(
    {
      chainId: 10,
      async prepare(request) {
        for (const { address, code } of [idRegistry, keyRegistry])
          await request('anvil_setCode', [address, code]);
      },
    },
    send,
  );

  const sign: Farcaster['sign'] = (person, { siweUri, domain, nonce }, key = person.custody) => {
    // FIP-11: https://github.com/farcasterxyz/protocol/discussions/110
    const message = Siwe.createMessage({
      address: key.address,
      chainId: 10,
      domain,
      issuedAt: new Date(now()),
      nonce,
      resources: [`farcaster://fid/${person.fid}`],
      statement: 'Farcaster Auth',
      uri: siweUri,
      version: '1',
    });
    return { message, signature: key.sign(message), fid: person.fid };
  };

  async function enrol(username: string): Promise<FarcasterUser> {
    const person = toPerson(username);
    const { auth, custody, fid } = person;
    await chain.write([...holdId(fid, custody.address), ...setAuthAddress(fid, auth.address)]);
    return person;
  }

  const signers = createSigners(now, { chain, prepare: () => enrol(appPerson.username) });
  routes.route('/', signers.routes);
  const { requests } = signers;
  const tokenOf = (url: string) => new URL(url).searchParams.get('token') ?? '';

  async function approveSigner(token: string, username: string): Promise<FarcasterUser> {
    const request = requests.find(token);
    if (!request) throw new Error('The request is unknown, answered or late');
    const person = await enrol(username);
    await chain.write(setSigner(person.fid, request.key));
    requests.settle(token, person.fid);
    return person;
  }

  routes.get('/farcaster/signer', (context) => {
    const token = context.req.query('token') ?? '';
    const request = requests.find(token);
    return request
      ? context.html(signerPage(token, request))
      : context.html(donePage('This request has expired'), 404);
  });

  routes.post('/farcaster/signer', async (context) => {
    const form = new URLSearchParams(await context.req.text());
    const token = form.get('token') ?? '';
    const username = form.get('username') ?? '';
    if (!requests.find(token) || !isUsername(username)) {
      return context.html(donePage('This request has expired'), 404);
    }
    const answer = form.get('answer');
    if (answer === 'expire') requests.expire(token);
    if (answer === 'expire') return context.html(donePage('This request has expired'));
    if (answer === 'reject') requests.settle(token, null);
    if (answer === 'reject') return context.html(donePage('The signer was rejected'));
    await approveSigner(token, answer === 'another' ? 'another' : username);
    return context.html(donePage('The signer was added'));
  });

  routes.on(['POST', 'OPTIONS'], '/farcaster/rpc', (context) => answerRpc(chain, context));

  routes.get('/farcaster/app', (context) => {
    const token = context.req.query('channelToken') ?? '';
    const params = channels.find(token);
    return params
      ? context.html(appPage(token, params))
      : context.html(donePage('This request has expired'), 404);
  });

  routes.post('/farcaster/app', async (context) => {
    const form = new URLSearchParams(await context.req.text());
    const token = form.get('channelToken') ?? '';
    const params = channels.find(token);
    const username = form.get('username') ?? '';
    if (!params || !isUsername(username)) {
      return context.html(donePage('This request has expired'), 404);
    }
    if (form.get('answer') === 'expire') {
      channels.expire(token);
      return context.html(donePage('This request has expired'));
    }
    const person = await enrol(username);
    const key = form.get('answer') === 'stranger' ? makeKey('stranger') : person.custody;
    channels.complete(token, { ...sign(person, params, key), ...profileOf(person) });
    return params.redirectUrl
      ? context.redirect(params.redirectUrl)
      : context.html(donePage('You are signed in'));
  });

  return {
    routes,
    chain,
    sign,
    enrol,
    give: ({ fid }, holder) => chain.write(holdId(fid, holder)),
    deploy: async ({ deployment }) => void (await chain.send(deployment)),
    removeAuthAddress: ({ auth, fid }) => chain.write(setAuthAddress(fid, auth.address, 2)),
    appAccount: { fid: appPerson.fid, custodyKey: custodyKeyOf(appPerson) },
    approveSigner: (url, username) => approveSigner(tokenOf(url), username),
    rejectSigner: (url) => requests.settle(tokenOf(url), null),
    revokeSigner: ({ fid }, key) => chain.write(setSigner(fid, key, 2)),
    async approve(uri, username) {
      const token = new URL(uri).searchParams.get('channelToken') ?? '';
      const params = channels.find(token);
      if (!params) throw new Error('The channel is unknown, answered or late');
      const person = await enrol(username);
      channels.complete(token, { ...sign(person, params), ...profileOf(person) });
      return person;
    },
  };
}
