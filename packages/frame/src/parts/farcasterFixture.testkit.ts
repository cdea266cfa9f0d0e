import { createHash, createPublicKey, verify } from 'node:crypto';
import { testAppSecret } from '@latchkey/testkit';
import { type AppInput, directoryRoutes } from '@latchkey/wire';
import type { Browser, FrameAnswer } from '../frameBrowser.testkit.ts';
import { openFrameFixture } from '../frameFixture.testkit.ts';

/** Opens a frame over a service that calls Farcaster, and stands in for Farcaster's chain and API. */
export async function openFarcasterFixture(settings: Partial<AppInput> = {}) {
  /** Keys that an account added (1) or removed (2), by `fid key`. */
  const keys = new Map<string, 1 | 2>();
  const node = (data: string) => {
    const fid = BigInt(`0x${data.slice(10, 74)}`);
    const state = keys.get(`${fid} 0x${data.slice(-64)}`) ?? 0;
    return `0x${[state, state === 0 ? 0 : 1].map((word) => String(word).padStart(64, '0')).join('')}`;
  };
  const fixture = await openFrameFixture({
    app: {
      id: 'latchkey-test-app-0000001',
      name: 'Test app',
      email_auth: true,
      farcaster_auth: true,
      allowed_origins: ['http://localhost:3000'],
      secret_hash: createHash('sha256').update(testAppSecret).digest('hex'),
      ...settings,
    },
    config: {
      farcasterApiUrl: 'https://farcaster.example/api',
      farcasterRpcUrl: 'https://farcaster.example/rpc',
      sharedFarcasterSigner: { fid: 9_152, custodyKey: `0x${'11'.repeat(32)}` },
    },
    async fetch(input, init) {
      if (String(input).endsWith('/rpc')) {
        const { id, params } = JSON.parse(String(init?.body));
        return Response.json({ jsonrpc: '2.0', id, result: node(params[0].data) });
      }
      const signedKeyRequest = { token: 'token', deeplinkUrl: 'https://farcaster.example/approve' };
      return Response.json({ result: { signedKeyRequest: { ...signedKeyRequest, state: 'pending' } } });
    },
  });
  let people = 0;

  return {
    fixture,
    set: (fid: number, key: string, state: 1 | 2) => void keys.set(`${fid} ${key}`, state),
    /** Creates a user with a Farcaster account, and a browser with their wallet. */
    async enter(now?: () => number) {
      people += 1;
      const fid = 20_000 + people;
      const email = `caster${people}@example.com`;
      const owner_address = `0x${'a'.repeat(40)}`;
      const made = await fixture.service.call(directoryRoutes.importUser, {
        secret: testAppSecret,
        body: {
          linked_accounts: [
            { type: 'email', address: email },
            { type: 'farcaster', fid, owner_address },
          ],
        },
      });
      if (made.status !== 200) throw new Error(`The import was answered ${made.status} ${made.json.code}`);
      const person = await fixture.logIn(email);
      const browser = await person.openBrowser(now);
      return { fid, person, browser, address: await createWalletInBrowser(browser) };
    },
  };
}

export async function createWalletInBrowser(browser: Browser): Promise<string> {
  return String((await browser.request('privy:wallet:create')).data?.address);
}

export const toText = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url');
export const bytesOfHex = (hex: string) => new Uint8Array(Buffer.from(hex.replace('0x', ''), 'hex'));

/** Returns true if an answer contains the signature of a key, checked by Node's Ed25519. */
export function isSignedByKey({ data }: FrameAnswer, key: string, hash: Uint8Array): boolean {
  const spki = Buffer.concat([Buffer.from('302a300506032b6570032100', 'hex'), bytesOfHex(key)]);
  const publicKey = createPublicKey({ key: spki, format: 'der', type: 'spki' });
  return verify(null, hash, publicKey, Buffer.from(String(data?.signature), 'base64url'));
}
