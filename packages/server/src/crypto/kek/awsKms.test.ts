import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { kmsContainer, kmsCredentials, kmsKeyArns, type Sandbox, startSandbox } from '@latchkey/sandbox';
import { movableClock, testConfig } from '@latchkey/testkit';
import { AwsV4Signer } from 'aws4fetch';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { nodeRandom } from '../random.ts';
import type { AwsSettings } from './awsCredentials.ts';
import { awsKmsKek } from './awsKms.ts';

const clock = movableClock();
let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await startSandbox({ port: 0, smtpPort: 0, hosts: ['127.0.0.1'], now: clock.now });
});
afterAll(() => sandbox.close());

const dataKey = new Uint8Array(32).fill(9);
const place = { store: 'parts', appId: 'app', version: 1 } as const;
const [keyArn, otherArn] = kmsKeyArns;

/** Creates the KEK of a process. `fetch` replaces the network; `lines` is what the process logs. */
function openKek(options: { aws?: Partial<AwsSettings>; arn?: string; fetch?: typeof fetch } = {}) {
  const lines: string[] = [];
  const log = pino({}, { write: (line: string) => void lines.push(line) });
  const world = { clock, log, random: nodeRandom, fetch: options.fetch ?? fetch };
  const aws = { ...testConfig().aws, kmsUrl: sandbox.url, ...kmsCredentials, ...options.aws };
  return { kek: awsKmsKek(world, aws, options.arn ?? keyArn), lines };
}

describe('[S9] a data key under a key in AWS KMS', () => {
  test('a data key that KMS wrapped unwraps in another process, is wrapped differently each time, and is not readable in the wrapped key', async () => {
    const [one, two] = await Promise.all([
      openKek().kek.wrap(dataKey, place),
      openKek().kek.wrap(dataKey, place),
    ]);
    expect(await openKek().kek.unwrap(one, place)).toEqual(dataKey);
    expect(Buffer.from(one)).not.toEqual(Buffer.from(two));
    expect(Buffer.from(one).includes(Buffer.from(dataKey))).toBe(false);
    expect(openKek().kek.id).toEqual(openKek().kek.id);
    expect(openKek().kek.id).not.toEqual(openKek({ arn: otherArn }).kek.id);
  });

  test.each([
    ['app', { ...place, appId: 'other' }],
    ['store', { ...place, store: 'recovery' as const }],
    ['version', { ...place, version: 2 }],
  ])(
    'a data key does not unwrap for another %s, because it is part of the encryption context',
    async (_, other) => {
      const wrapped = await openKek().kek.wrap(dataKey, place);
      await expect(openKek().kek.unwrap(wrapped, other)).rejects.toThrow('InvalidCiphertextException');
    },
  );

  test('a wrapped data key does not unwrap if it was changed, or with another KMS key', async () => {
    const wrapped = await openKek().kek.wrap(dataKey, place);
    const changed = wrapped.with(20, (wrapped[20] ?? 0) ^ 1);
    await expect(openKek().kek.unwrap(changed, place)).rejects.toThrow('InvalidCiphertextException');
    const { kek } = openKek({ arn: otherArn });
    await expect(kek.unwrap(wrapped, place)).rejects.toThrow('InvalidCiphertextException');
  });
});

test('a wrong AWS secret is refused without a retry, and the log does not contain the secret', async () => {
  let calls = 0;
  const counting: typeof fetch = (...input) => {
    calls += 1;
    return fetch(...input);
  };
  const { kek, lines } = openKek({ aws: { secretAccessKey: 'canary-secret' }, fetch: counting });
  await expect(kek.wrap(dataKey, place)).rejects.toThrow(
    'AWS KMS refuses to Encrypt: InvalidSignatureException',
  );
  expect(calls).toBe(1);
  expect(lines.join()).not.toContain('canary');
});

describe('a temporary failure of AWS KMS', () => {
  const failing = (times: number, answer: () => Promise<Response>) => {
    const state = { calls: 0 };
    const through: typeof fetch = (...input) => {
      state.calls += 1;
      return state.calls <= times ? answer() : fetch(...input);
    };
    return { state, through };
  };
  const throttled = async () =>
    new Response('{"__type":"ThrottlingException","message":"canary"}', { status: 400 });

  test.each([
    ['throttling', throttled],
    ['a fault of KMS', async () => new Response('', { status: 500 })],
    ['silence', () => Promise.reject(new TypeError('fetch failed'))],
  ])('a call of KMS that fails twice because of %s is retried and succeeds', async (_, answer) => {
    const { state, through } = failing(2, answer);
    const wrapped = await openKek({ fetch: through }).kek.wrap(dataKey, place);
    expect(state.calls).toBe(3);
    expect(await openKek().kek.unwrap(wrapped, place)).toEqual(dataKey);
  });

  test('a call of KMS that fails three times throws service_unavailable, and the log has the type of the error without its message', async () => {
    const { state, through } = failing(9, throttled);
    const { kek, lines } = openKek({ fetch: through });
    await expect(kek.unwrap(dataKey, place)).rejects.toMatchObject({ code: 'service_unavailable' });
    expect(state.calls).toBe(3);
    expect(lines.join()).toContain('ThrottlingException');
    expect(lines.join()).not.toContain('canary');
  });
});

test('in a container the role’s AWS credentials are fetched with the token from the file, and renewed before they expire', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-aws-'));
  const file = join(folder, 'token');
  writeFileSync(file, `${kmsContainer.token}\n`);
  const asked: string[] = [];
  const watching: typeof fetch = (input, init) => {
    asked.push(new URL(String(input)).pathname);
    return fetch(input, init);
  };
  const aws = {
    accessKeyId: null,
    secretAccessKey: null,
    containerUrl: `${sandbox.url}${kmsContainer.path}`,
    containerTokenFile: file,
  };
  const { kek } = openKek({ aws, fetch: watching });
  await kek.wrap(dataKey, place);
  await kek.wrap(dataKey, place);
  expect(asked).toEqual([kmsContainer.path, '/', '/']);
  clock.advance(56 * 60_000);
  await kek.wrap(dataKey, place);
  expect(asked.slice(3)).toEqual([kmsContainer.path, '/']);
  rmSync(folder, { recursive: true });
});

/**
 * AWS's published vectors for Signature Version 4 (aws-sig-v4-test-suite), and the example of the documentation. The
 * signing library must reproduce them, with the headers signed as in this service.
 */
const vectorHost = 'https://example.amazonaws.com';
test.each([
  ['get-vanilla', {}, '5fa00fa31553b73ebf1942676e86291e8372ff2a2260956d9b8aae1d763fbf31'],
  ['post-vanilla', { method: 'POST' }, '5da7c1a2acd57cee7505fc6676e4e544621c30862966e37dddb68e92efbe5d6b'],
  [
    'get-vanilla-query-order-key-case',
    { url: `${vectorHost}/?Param2=value2&Param1=value1` },
    'b97d918cfa904a5beff61c982a1b6f458b799221646efd99d3219ec94cdf2500',
  ],
  [
    'get-header-value-trim',
    { headers: { 'My-Header1': ' value1', 'My-Header2': ' "a   b   c"' } },
    'acc3ed3afb60bb290fc8d2dd0098b9911fcaa05412b367055dee359757a9c736',
  ],
  [
    'post-header-key-sort',
    { method: 'POST', headers: { 'My-Header1': 'value1' } },
    'c5410059b04c1ee005303aed430f6e6645f61f4dc9e1461ec8f8916fdf18852c',
  ],
  [
    'post-x-www-form-urlencoded',
    {
      method: 'POST',
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
      body: 'Param1=value1',
    },
    'ff11897932ad3f4e8b18135d722051e5ac45fc38421b1da7b9d196a0fe09473a',
  ],
  [
    'the documentation’s ListUsers',
    {
      service: 'iam',
      url: 'https://iam.amazonaws.com/?Action=ListUsers&Version=2010-05-08',
      headers: { 'content-type': 'application/x-www-form-urlencoded; charset=utf-8' },
    },
    '5d672d79c15b13162d9279b0855cfba6789a8edb4c82c400e06b5924a6f2b5d7',
  ],
])('signing reproduces AWS’s own signature of %s', async (_, request, signature) => {
  const signer = new AwsV4Signer({
    url: `${vectorHost}/`,
    accessKeyId: 'AKIDEXAMPLE',
    secretAccessKey: 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY',
    region: 'us-east-1',
    service: 'service',
    datetime: '20150830T123600Z',
    allHeaders: true,
    ...request,
  });
  const { headers } = await signer.sign();
  expect(headers.get('authorization')).toContain(`Signature=${signature}`);
});
