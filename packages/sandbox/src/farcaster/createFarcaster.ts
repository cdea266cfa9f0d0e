import type { Hono } from 'hono';
import type { Hex } from 'ox/Hex';
import * as Siwe from 'ox/Siwe';
import { answerRpc, type Chain, createChain } from '../chain/index.ts';
import { appPage, donePage } from './appPage.ts';
import { type Key, makeKey, type Person, toPerson } from './people.ts';
import { holdId, idRegistry, keyRegistry, setAuthAddress } from './registries.ts';
import { createRelay, type SignatureParams } from './relay.ts';
import type { SmartAccount } from './smartAccount.ts';

export interface Farcaster {
  readonly routes: Hono;
  readonly chain: Chain;
  /** The person of a user name, whose account is on the chain. */
  enrol(username: string): Promise<Person>;
  /** Gives a person's account to another address, as a transfer on the chain does. */
  give(person: Person, holder: Hex): Promise<void>;
  /** Puts a smart account on the chain. */
  deploy(account: SmartAccount): Promise<void>;
  /** Takes a person's auth address away again. */
  removeAuthAddress(person: Person): Promise<void>;
  /**
   * Approves as someone does in the Farcaster app.
   * @param uri what the QR code holds
   * @returns the person
   */
  approve(uri: string, username: string): Promise<Person>;
  /** What a person would sign for an app, for tests that change it. */
  sign(person: Person, params: MessageParams, key?: Key): { message: string; signature: Hex; fid: number };
}

export type MessageParams = Pick<SignatureParams, 'siweUri' | 'domain' | 'nonce'>;

/** What the relay is told beside the signature. */
const profileOf = ({ username }: Person) => ({
  username,
  displayName: `${username[0]?.toUpperCase()}${username.slice(1)} of the sandbox`,
  bio: 'Lives on this machine.',
  pfpUrl: `https://pictures.sandbox.example/${username}.png`,
});

/** Farcaster's relay, app and chain under `/farcaster`. */
export function createFarcaster(
  now: () => number = Date.now,
  send: typeof globalThis.fetch = fetch,
): Farcaster {
  const { routes, channels } = createRelay(now);
  // OP Mainnet, whose messages name it.
  const chain = createChain(
    {
      chainId: 10,
      async prepare(ask) {
        for (const { address, code } of [idRegistry, keyRegistry])
          await ask('anvil_setCode', [address, code]);
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

  async function enrol(username: string): Promise<Person> {
    const person = toPerson(username);
    const { auth, custody, fid } = person;
    await chain.write([...holdId(fid, custody.address), ...setAuthAddress(fid, auth.address)]);
    return person;
  }

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
    if (!params || !/^[a-z0-9][a-z0-9-]{0,15}$/.test(username)) {
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
