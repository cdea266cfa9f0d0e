import { createSmartAccount, type Farcaster, type Sandbox, startSandbox } from '@latchkey/sandbox';
import { createTestService, type TestService } from '@latchkey/testkit';
import { type FarcasterStatus, farcasterRoutes } from '@latchkey/wire';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { loadPublished } from '../publishedPackage.ts';

// Farcaster's own client checks the relay and the chain of the stand-ins, and the messages that the service accepts.

type Person = Awaited<ReturnType<Farcaster['enrol']>>;
type Signed = ReturnType<Farcaster['sign']>;

interface Answer {
  isError: boolean;
  response: Response;
  data: { state?: string; fid?: number; username?: string; message?: string; signature?: string };
}

/** Part of the app client's public API that the tests use. */
interface AppClient {
  createChannel(asked: object): Promise<Answer & { data: { channelToken: string; url: string } }>;
  status(channel: { channelToken: string }): Promise<Answer>;
  watchStatus(channel: { channelToken: string }): Promise<Answer>;
  verifySignInMessage(signed: {
    nonce: string;
    domain: string;
    message: string;
    signature: string;
    acceptAuthAddress?: boolean;
  }): Promise<{ isError: boolean; fid?: number }>;
}

interface Package {
  createAppClient(config: { relay: string; ethereum: unknown }): AppClient;
  viemConnector(config: { rpcUrl: string }): unknown;
}

const page = { siweUri: 'http://localhost:3000/', domain: 'localhost:3000' };

let service: TestService;
let sandbox: Sandbox;
let theirs: AppClient;
beforeAll(async () => {
  sandbox = await startSandbox({ port: 0, smtpPort: 0, hosts: ['127.0.0.1'] });
  const [relay, rpcUrl] = [`${sandbox.url}/farcaster/relay`, `${sandbox.url}/farcaster/rpc`];
  service = await createTestService({
    apps: [
      {
        id: 'latchkey-test-app-0000001',
        name: 'Harbour',
        farcaster_auth: true,
        allowed_origins: ['http://localhost:3000'],
      },
    ],
    config: { farcasterRelayUrl: relay, farcasterRpcUrl: rpcUrl },
  });
  const { createAppClient, viemConnector } = await loadPublished<Package>('@farcaster/auth-client');
  theirs = createAppClient({ relay, ethereum: viemConnector({ rpcUrl }) });
});
afterAll(async () => {
  await service?.close();
  await sandbox?.close();
});

async function judge(person: Person, sign: (nonce: string) => Pick<Signed, 'message' | 'signature'>) {
  const { json: channel } = await service.call(farcasterRoutes.init);
  const headers = { 'farcaster-channel-token': channel.channel_token };
  const { nonce } = (await service.call(farcasterRoutes.status, { headers })).json as FarcasterStatus;
  const { message, signature } = sign(nonce);
  const verified = await theirs.verifySignInMessage({
    nonce,
    domain: page.domain,
    message,
    signature,
    acceptAuthAddress: true,
  });
  const body = { channel_token: channel.channel_token, message, signature, fid: person.fid };
  const entered = await service.call(farcasterRoutes.authenticate, { body });
  if (entered.status !== 200) expect(entered.json.code).toBe('invalid_credentials');
  return { theirs: !verified.isError && verified.fid === person.fid, ours: entered.status === 200 };
}

const both = { theirs: true, ours: true };
const neither = { theirs: false, ours: false };
const usTheStricter = { theirs: true, ours: false };

test("Farcaster's client opens a channel at the stand-in for the relay, and accepts the signature that arrives over it", async () => {
  const opened = await theirs.createChannel({ ...page, nonce: 'a1b2c3d4e5f60718', acceptAuthAddress: true });
  expect(opened.response.status).toBe(201);
  expect(opened.isError).toBe(false);
  const { channelToken, url } = opened.data;
  const waiting = await theirs.status({ channelToken });
  expect(waiting.response.status).toBe(202);
  expect(waiting.data.state).toBe('pending');
  const person = await sandbox.farcaster.approve(url, 'relayed');
  const done = await theirs.watchStatus({ channelToken });
  expect(done.data).toMatchObject({ state: 'completed', fid: person.fid, username: 'relayed' });
  const { message = '', signature = '0x' } = done.data;
  const nonce = 'a1b2c3d4e5f60718';
  const verified = await theirs.verifySignInMessage({ nonce, domain: page.domain, message, signature });
  expect(verified).toMatchObject({ success: true, fid: person.fid, authMethod: 'custody' });
});

describe('[S42] signer for a Farcaster id', () => {
  test("the service and Farcaster's client accept a signature by the address that holds the Farcaster id or by an added one, but not by another user's or a removed one", async () => {
    const { farcaster } = sandbox;
    const ada = await farcaster.enrol('ada');
    const by = (key: Person['custody']) => (nonce: string) => farcaster.sign(ada, { ...page, nonce }, key);
    expect(await judge(ada, by(ada.custody))).toEqual(both);
    expect(await judge(ada, by(ada.auth))).toEqual(both);
    const eve = await farcaster.enrol('eve');
    expect(await judge(ada, by(eve.custody))).toEqual(neither);
    await farcaster.removeAuthAddress(ada);
    expect(await judge(ada, by(ada.auth))).toEqual(neither);
    await farcaster.give(ada, '0x00000000000000000000000000000000000000ee');
    // The id was given to another address. Farcaster's client checks which id an address holds, our service checks
    // who holds the id.
    expect((await judge(ada, by(ada.custody))).ours).toBe(false);
  });

  test("the service and Farcaster's client accept the signature of a smart account, before and after its deployment", async () => {
    const { farcaster } = sandbox;
    const grace = await farcaster.enrol('grace');
    const account = createSmartAccount(grace.custody);
    const { deployed, undeployed, address } = account;
    await farcaster.give(grace, address);
    const by = (key: Person['custody']) => (nonce: string) => farcaster.sign(grace, { ...page, nonce }, key);
    expect(await judge(grace, by(undeployed))).toEqual(both);
    expect(await judge(grace, by(deployed))).toEqual(neither);
    await farcaster.deploy(account);
    expect(await judge(grace, by(deployed))).toEqual(both);
    expect(await judge(grace, by(undeployed))).toEqual(both);
    const { custody: eve } = await farcaster.enrol('eve');
    expect(await judge(grace, by({ address, sign: eve.sign }))).toEqual(neither);
  });
});

describe('[S42] message', () => {
  type Change = (message: string) => string;
  const swap =
    (from: string | RegExp, to: string): Change =>
    (message) =>
      message.replace(from, to);
  const past = new Date(Date.now() - 60_000).toISOString();
  const soon = new Date(Date.now() + 600_000).toISOString();

  test.each<[name: string, change: Change, verdict: typeof both]>([
    ['without changes', swap('', ''), both],
    ['with an expiry in the future', swap('\nResources', `\nExpiration Time: ${soon}\nResources`), both],
    ['with a request id', swap('\nResources', '\nRequest ID: 7\nResources'), both],
    ['with the domain of another site', swap('localhost:3000 wants', 'evil.example wants'), neither],
    ['with another nonce', swap(/Nonce: \w{8}/, 'Nonce: 00000000'), neither],
    ['with another statement', swap('Farcaster Auth', 'Farcaster Maybe'), neither],
    ['for another chain', swap('Chain ID: 10', 'Chain ID: 1'), neither],
    ['without a Farcaster id', swap(/\nResources:\n- .*/, ''), neither],
    ['with two Farcaster ids', (message) => `${message}\n- farcaster://fid/7`, neither],
    ['that has expired', swap('\nResources', `\nExpiration Time: ${past}\nResources`), neither],
    ['that is not valid yet', swap('\nResources', `\nNot Before: ${soon}\nResources`), neither],
    // FIP-11 has one statement. Farcaster's client also accepts an older one.
    ['with an older statement', swap('Farcaster Auth', 'Farcaster Connect'), usTheStricter],
    [
      'with the URI of another site',
      swap('URI: http://localhost:3000/', 'URI: https://evil.example/'),
      usTheStricter,
    ],
    ['that was signed long ago', swap(/Issued At: .*/, 'Issued At: 2020-01-01T00:00:00.000Z'), usTheStricter],
  ])(
    'a sign-in message %s gets the expected verdict of the service and of Farcaster’s client',
    async (_, change, verdict) => {
      const person = await sandbox.farcaster.enrol('hedy');
      const sign = (nonce: string) => {
        const message = change(sandbox.farcaster.sign(person, { ...page, nonce }).message);
        return { message, signature: person.custody.sign(message) };
      };
      expect(await judge(person, sign)).toEqual(verdict);
    },
  );
});
