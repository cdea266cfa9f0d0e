import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { isTraced, readConfig, readRecoveryConfig } from './config.ts';
import { configVariables, envExample } from './configVariables.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'latchkey-config-'));
afterAll(() => rmSync(dataDir, { recursive: true }));

/** Returns a key that looks random and is always the same. */
const kek = (seed: number) => createHash('sha256').update(`key ${seed}`).digest('base64');
const production = {
  NODE_ENV: 'production',
  LATCHKEY_URL: 'https://auth.example.com',
  LATCHKEY_DATABASE_URL: 'postgres://latchkey@db.example.com/latchkey',
  LATCHKEY_ADMIN_KEY: kek(3),
  LATCHKEY_SMTP_URL: 'smtps://user:password@mail.example.com',
  LATCHKEY_MAIL_FROM: 'Tidewater <login@tidewater.example>',
  LATCHKEY_PARTS_KEK: kek(1),
  LATCHKEY_RECOVERY_KEK: kek(2),
};

test('development needs no configuration', () => {
  const config = readConfig({ LATCHKEY_DATA_DIR: dataDir });
  expect(config).toMatchObject({
    production: false,
    url: 'http://localhost:4000',
    port: 4000,
    bind: ['127.0.0.1', '::1'],
    hostedUrl: 'http://localhost:4002',
    databaseUrl: null,
    adminKey: 'latchkey-dev-admin',
    smtpUrl: 'smtp://127.0.0.1:4025',
  });
  expect(Object.isFrozen(config)).toBe(true);
});

test('workers divide the connections to the database, at least 2 for each, and a process alone has all of them', () => {
  const share = (env: Record<string, string>) => readConfig({ ...production, ...env }).databaseConnections;
  expect(share({})).toBe(10);
  expect(share({ LATCHKEY_WORKERS: '1' })).toBe(10);
  expect(share({ LATCHKEY_WORKERS: '4' })).toBe(2);
  expect(share({ LATCHKEY_WORKERS: '16' })).toBe(2);
  expect(share({ LATCHKEY_WORKERS: '3', LATCHKEY_DATABASE_CONNECTIONS: '20' })).toBe(6);
  const few = { LATCHKEY_WORKERS: '4', LATCHKEY_DATABASE_CONNECTIONS: '7' };
  expect(() => share(few)).toThrow('LATCHKEY_DATABASE_CONNECTIONS must be 8 or more: 2 for each of the 4');
});

test('auto means a worker for each core, and more than one worker needs PostgreSQL', () => {
  const workers = (value: string) => readConfig({ ...production, LATCHKEY_WORKERS: value }).workers;
  expect(readConfig(production).workers).toBeNull();
  expect(workers('auto')).toBe(availableParallelism());
  for (const value of ['0', '-1', '1.5', '257', 'all']) {
    expect(() => workers(value)).toThrow('LATCHKEY_WORKERS must be auto or a number from 1 to 256.');
  }
  const embedded = (value: string) => readConfig({ LATCHKEY_DATA_DIR: dataDir, LATCHKEY_WORKERS: value });
  expect(embedded('1').workers).toBe(1);
  expect(() => embedded('2')).toThrow('LATCHKEY_WORKERS may be more than 1 only with PostgreSQL');
});

test('development creates its keys once, readable by the current user only', () => {
  const first = readConfig({ LATCHKEY_DATA_DIR: dataDir });
  const second = readConfig({ LATCHKEY_DATA_DIR: dataDir });
  expect(second.partsKeks).toEqual(first.partsKeks);
  expect(first.partsKeks).toEqual([{ provider: 'file', key: expect.objectContaining({ length: 32 }) }]);
  expect(first.partsKeks).not.toEqual(first.recoveryKeks);
  for (const name of ['parts.kek', 'recovery.kek']) {
    expect(statSync(join(dataDir, name)).mode & 0o777).toBe(0o600);
  }
});

test('a truncated key file is refused, because a new key could not open the stored data', () => {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-config-'));
  writeFileSync(join(folder, 'parts.kek'), 'c2hvcnQ=');
  expect(() => readConfig({ LATCHKEY_DATA_DIR: folder })).toThrow(/parts\.kek does not hold a key/);
  rmSync(folder, { recursive: true });
});

describe('a tunnel before a development service', () => {
  const tunnel = {
    LATCHKEY_TUNNEL_URL: 'https://latchkey.example.dev',
    LATCHKEY_ADMIN_KEY: 'k'.repeat(32),
    LATCHKEY_DATA_DIR: dataDir,
  };

  test('a tunnel sets the public address of a service that stays in development', () => {
    expect(readConfig(tunnel)).toMatchObject({
      production: false,
      url: 'https://latchkey.example.dev',
      bind: ['127.0.0.1', '::1'],
    });
  });

  test.each([
    ['a publicly known admin key', { LATCHKEY_ADMIN_KEY: 'latchkey-dev-admin' }, 'LATCHKEY_ADMIN_KEY'],
    ['no admin key', { LATCHKEY_ADMIN_KEY: '' }, 'LATCHKEY_ADMIN_KEY'],
    ['an address without TLS', { LATCHKEY_TUNNEL_URL: 'http://latchkey.example.dev' }, 'https://'],
    ['production', { NODE_ENV: 'production' }, 'LATCHKEY_TUNNEL_URL is for development'],
    [
      'a public address',
      { LATCHKEY_URL: 'https://auth.example.com' },
      'LATCHKEY_TUNNEL_URL is for development',
    ],
    [
      'a bind to all addresses of the machine',
      { LATCHKEY_BIND: '0.0.0.0' },
      'LATCHKEY_TUNNEL_URL is for development',
    ],
  ])('a tunnel is refused with %s', (_, change, problem) => {
    expect(() => readConfig({ ...tunnel, ...change })).toThrow(problem);
  });
});

test('readConfig lists five problems at once and quotes neither the key nor the address of the database', () => {
  const env = {
    LATCHKEY_URL: 'http://localhost:4000/',
    LATCHKEY_PORT: 'eighty',
    LATCHKEY_DATABASE_URL: 'mysql://user:canary@host/db',
    LATCHKEY_PARTS_KEK: 'canary',
    LATCHKEY_TRUSTED_PROXIES: '-1',
  };
  let message = '';
  try {
    readConfig({ ...env, LATCHKEY_DATA_DIR: dataDir });
  } catch (error) {
    message = (error as Error).message;
  }
  for (const name of Object.keys(env)) expect(message).toContain(`${name} must be`);
  expect(message).not.toContain('canary');
});

test('the list of the operator’s own hosts contains its ranges and names and is null by default, and an invalid list is refused', () => {
  const read = (text: string) =>
    readConfig({ LATCHKEY_DATA_DIR: dataDir, LATCHKEY_OUTBOUND_ALLOW: text }).outboundAllow;
  expect(read('')).toBeNull();
  const allow = read('10.20.0.0/16, fd12::/16, backend.internal');
  for (const address of ['10.20.0.1', 'fd12::7']) expect(allow?.hasAddress(address)).toBe(true);
  expect(allow?.hasAddress('10.21.0.1')).toBe(false);
  expect(allow?.hasName('BACKEND.internal.')).toBe(true);
  expect(allow?.hasName('a.backend.internal')).toBe(false);
  for (const wrong of ['10.0.0.0/40', '0.0.0.0/0', '*.internal', 'http://backend.internal', ','])
    expect(() => read(wrong), wrong).toThrow('LATCHKEY_OUTBOUND_ALLOW must be addresses, ranges such as');
});

test('key-encryption keys are read in base64, base64url and hex', () => {
  const bytes = Buffer.alloc(32, 0xfb);
  for (const encoding of ['base64', 'base64url', 'hex'] as const) {
    const config = readConfig({ LATCHKEY_DATA_DIR: dataDir, LATCHKEY_PARTS_KEK: bytes.toString(encoding) });
    expect(config.partsKeks).toEqual([{ provider: 'environment', key: new Uint8Array(bytes) }]);
  }
});

test('several key-encryption keys are read in their order, those in AWS KMS too', () => {
  const keyArn = 'arn:aws:kms:eu-central-1:111122223333:key/0d1e2f3a-0000-4000-8000-000000000000';
  const env = {
    LATCHKEY_PARTS_KEK: `${keyArn}, ${kek(3)}`,
    AWS_ACCESS_KEY_ID: 'a',
    AWS_SECRET_ACCESS_KEY: 'b',
  };
  const config = readConfig({ LATCHKEY_DATA_DIR: dataDir, ...env });
  expect(config.partsKeks).toEqual([
    { provider: 'aws-kms', keyArn },
    { provider: 'environment', key: new Uint8Array(Buffer.from(kek(3), 'base64')) },
  ]);
  expect(config.aws).toMatchObject({ accessKeyId: 'a', secretAccessKey: 'b', kmsUrl: null });
});

test.each([
  [{ LATCHKEY_PARTS_KEK: `${kek(1)},${kek(1)}` }, 'LATCHKEY_PARTS_KEK must be'],
  [{ LATCHKEY_PARTS_KEK: 'arn:aws:kms:eu-central-1:111122223333:alias/latchkey' }, 'must be'],
  [{ LATCHKEY_PARTS_KEK: `${kek(1)},${kek(2)}`, LATCHKEY_RECOVERY_KEK: kek(2) }, 'must not be the same key'],
  [{ LATCHKEY_PARTS_KEK: 'arn:aws:kms:eu-central-1:111122223333:key/1' }, 'AWS_ACCESS_KEY_ID'],
  [{ AWS_ENDPOINT_URL_KMS: 'http://kms.example.com' }, 'AWS_ENDPOINT_URL_KMS must begin with https://'],
])('readConfig refuses the keys %j', (env, advice) => {
  expect(() => readConfig({ LATCHKEY_DATA_DIR: dataDir, ...env })).toThrow(advice);
});

describe('a separate recovery store', () => {
  const token = kek(4);
  const remote = { LATCHKEY_RECOVERY_URL: 'https://recovery.example.com', LATCHKEY_RECOVERY_TOKEN: token };
  const withoutKek = { ...production, LATCHKEY_RECOVERY_KEK: undefined };

  test('with a separate recovery store the service has no recovery key, and creates none', () => {
    expect(readConfig({ ...withoutKek, ...remote })).toMatchObject({
      recoveryUrl: 'https://recovery.example.com',
      recoveryToken: token,
      recoveryKeks: [],
    });
    const folder = mkdtempSync(join(tmpdir(), 'latchkey-config-'));
    const development = { LATCHKEY_RECOVERY_URL: 'http://127.0.0.1:4001', LATCHKEY_RECOVERY_TOKEN: token };
    readConfig({ LATCHKEY_DATA_DIR: folder, ...development });
    expect(existsSync(join(folder, 'recovery.kek'))).toBe(false);
    rmSync(folder, { recursive: true });
  });

  test.each([
    [{ LATCHKEY_RECOVERY_KEK: kek(2) }, 'LATCHKEY_RECOVERY_KEK belongs to the recovery store alone'],
    [{ LATCHKEY_RECOVERY_TOKEN: undefined }, 'LATCHKEY_RECOVERY_TOKEN is required'],
    [{ LATCHKEY_RECOVERY_TOKEN: 'short' }, 'LATCHKEY_RECOVERY_TOKEN must have'],
    [{ LATCHKEY_RECOVERY_URL: 'http://10.0.0.7:4001' }, 'LATCHKEY_RECOVERY_URL must begin with https://'],
  ])('the service refuses %j with a separate recovery store', (change, advice) => {
    expect(() => readConfig({ ...withoutKek, ...remote, ...change })).toThrow(advice);
  });

  const own = {
    NODE_ENV: 'production',
    LATCHKEY_RECOVERY_DATABASE_URL: 'postgres://recovery@db2.example.com/recovery',
    LATCHKEY_RECOVERY_KEK: kek(2),
    LATCHKEY_RECOVERY_TOKEN: token,
  };
  test('the recovery store reads its own variables', () => {
    expect(readRecoveryConfig(own)).toMatchObject({ port: 4001, bind: ['127.0.0.1', '::1'], token });
  });
  test.each([
    [{ LATCHKEY_RECOVERY_DATABASE_URL: undefined }, 'LATCHKEY_RECOVERY_DATABASE_URL is required'],
    [{ LATCHKEY_RECOVERY_KEK: undefined }, 'LATCHKEY_RECOVERY_KEK is required'],
    [{ LATCHKEY_RECOVERY_TOKEN: undefined }, 'LATCHKEY_RECOVERY_TOKEN is required'],
    [{ LATCHKEY_PARTS_KEK: kek(1) }, 'LATCHKEY_PARTS_KEK belongs to the service'],
    [{ AWS_ENDPOINT_URL_KMS: 'http://127.0.0.1:4010' }, 'AWS_ENDPOINT_URL_KMS leads to the sandbox'],
    [{ LATCHKEY_DATABASE_URL: 'postgres://db/x' }, 'LATCHKEY_DATABASE_URL belongs to the service'],
    [
      { NODE_ENV: '', LATCHKEY_RECOVERY_BIND: '0.0.0.0', LATCHKEY_RECOVERY_KEK: undefined },
      'LATCHKEY_RECOVERY_KEK is required in production',
    ],
  ])('the recovery store refuses %j', (change, advice) => {
    expect(() => readRecoveryConfig({ ...own, ...change })).toThrow(advice);
  });
});

describe('[S50] [S55] production', () => {
  test('production accepts a complete configuration, and creates no key file', () => {
    const folder = join(dataDir, 'production');
    const config = readConfig({ ...production, LATCHKEY_DATA_DIR: folder });
    expect(config).toMatchObject({ production: true, hostedUrl: null });
    expect(existsSync(folder)).toBe(false);
  });

  test.each([
    ['NODE_ENV', { NODE_ENV: 'production' }],
    ['a public address', { LATCHKEY_URL: 'https://auth.example.com' }],
    ['a public bind address', { LATCHKEY_BIND: '127.0.0.1,0.0.0.0' }],
    ['an IPv6 bind address', { LATCHKEY_BIND: '::' }],
  ])('%s means production, in which development defaults are refused', (_, env) => {
    const read = () => readConfig({ LATCHKEY_DATA_DIR: dataDir, ...env });
    const needed = ['DATABASE_URL', 'ADMIN_KEY', 'PARTS_KEK', 'RECOVERY_KEK', 'SMTP_URL', 'MAIL_FROM'];
    for (const name of [...needed, ...('LATCHKEY_URL' in env ? [] : ['URL'])]) {
      expect(read).toThrow(new RegExp(`LATCHKEY_${name} is required in production`));
    }
  });

  // Variables that accept an address, except those whose name shows that they are for something else.
  test.each(
    Object.values(configVariables).flatMap(({ name, read }) =>
      [
        ...[`http://localhost:4010/oauth`, 'http://127.0.0.1:4010', 'postgres://[::1]:4010/latchkey'],
        '1=https://node.example.com,10=http://localhost:4010/chain',
        '[{"id":1,"name":"One","rpc_url":"http://localhost:4010/chain"}]',
      ]
        .filter(
          (address) =>
            read(address) !== undefined &&
            !/SECRET|TOKEN|KEY|NAME|FILE|BIND|DIR|CONFIG/.test(name.replace('LATCHKEY_', '')),
        )
        .map((address) => [name, address] as const),
    ),
  )('production refuses the sandbox in %s (%s)', (name, address) => {
    expect(() => readConfig({ ...production, [name]: address })).toThrow(`${name} leads to the sandbox`);
  });

  test('nodes of chains are read by chain id, and production has none by default', () => {
    expect(readConfig(production).chainNodes).toEqual(new Map());
    const text = '1=https://ada:pass@node.example.com/v2/key?a=1,b, 8453=http://127.0.0.1:8545';
    expect(readConfig({ ...production, LATCHKEY_CHAINS: text }).chainNodes).toEqual(
      new Map([
        [1, 'https://ada:pass@node.example.com/v2/key?a=1,b'],
        [8453, 'http://127.0.0.1:8545'],
      ]),
    );
    const development = readConfig({ LATCHKEY_DATA_DIR: dataDir });
    expect([...development.chainNodes]).toEqual([
      [31_337, 'http://localhost:4010/chain'],
      [31_338, 'http://localhost:4010/chain2'],
    ]);
  });

  test.each([
    'https://node.example.com/secret-key',
    '0=https://node.example.com/secret-key',
    'mainnet=https://node.example.com/secret-key',
    '1=wss://node.example.com/secret-key',
    '1=https://node.example.com/secret-key,1=https://other.example.com',
    '1=https://node.example.com/secret-key,',
    '99999999999999999=https://node.example.com/secret-key',
    '1=https://',
  ])('the nodes of chains %s are refused without quoting them, as they may contain a key', (text) => {
    const read = () => readConfig({ ...production, LATCHKEY_CHAINS: text });
    expect(read).toThrow('LATCHKEY_CHAINS must be addresses by chain id');
    expect(read).not.toThrow('secret-key');
  });

  test('production uses no price service unless the operator names one', () => {
    const pricesUrl = 'https://api.coingecko.com/api/v3';
    expect(readConfig(production).pricesUrl).toBeNull();
    expect(readConfig({ ...production, LATCHKEY_PRICES_URL: 'off' }).pricesUrl).toBeNull();
    expect(readConfig({ ...production, LATCHKEY_PRICES_URL: pricesUrl }).pricesUrl).toBe(pricesUrl);
  });

  test('contracts for deposits of quotes are read by chain id, in lower case, and an invalid list is refused', () => {
    expect(readConfig(production).quoteDeposits).toEqual(new Map());
    const [one, other] = [`0x${'Ab'.repeat(20)}`, `0x${'cd'.repeat(20)}`];
    const read = (text: string) => readConfig({ ...production, LATCHKEY_QUOTE_DEPOSITS: text }).quoteDeposits;
    expect(read(`1=${one}, 8453=${other},1=${other}`)).toEqual(
      new Map([
        [1, [one.toLowerCase(), other]],
        [8453, [other]],
      ]),
    );
    for (const wrong of [one, `1=${one};8453=${other}`, '1=0x12', `0=${one}`, `1=${one},`, `ethereum=${one}`])
      expect(() => read(wrong), wrong).toThrow('LATCHKEY_QUOTE_DEPOSITS must be addresses by chain id');
  });

  test('production uses the funding providers themselves, and a quote service only if the operator names one', () => {
    const none = { quotesUrl: null, quotesTestUrl: null };
    expect(readConfig(production)).toMatchObject({
      moonpayUrl: null,
      coinbaseUrl: null,
      sharesOnRampAccounts: false,
      ...none,
    });
    const off = { LATCHKEY_QUOTES_URL: 'off', LATCHKEY_QUOTES_TEST_URL: 'off' };
    expect(readConfig({ ...production, ...off })).toMatchObject(none);
    const named = { LATCHKEY_QUOTES_URL: 'https://api.relay.link' };
    expect(readConfig({ ...production, ...named })).toMatchObject({
      quotesUrl: 'https://api.relay.link',
      quotesTestUrl: null,
    });
  });

  test.each([
    [{ LATCHKEY_MOONPAY_URL: 'https://pay.example.com' }, 'LATCHKEY_MOONPAY_URL is for development'],
    [{ LATCHKEY_COINBASE_URL: 'https://pay.example.com' }, 'LATCHKEY_COINBASE_URL is for development'],
    [{ LATCHKEY_QUOTES_URL: 'http://quotes.example.com' }, 'LATCHKEY_QUOTES_URL must begin with https://'],
    [
      { LATCHKEY_QUOTES_TEST_URL: 'http://quotes.example.com' },
      'LATCHKEY_QUOTES_TEST_URL must begin with https://',
    ],
    [
      { LATCHKEY_PRICES_URL: 'http://prices.example.com/api' },
      'LATCHKEY_PRICES_URL must begin with https://',
    ],
    [
      { LATCHKEY_CHAINS: '1=https://node.example.com,10=http://node.example.com' },
      'LATCHKEY_CHAINS: the node of chain 10 must begin with https://',
    ],
    [{ LATCHKEY_URL: 'http://auth.example.com' }, 'LATCHKEY_URL must begin with https://'],
    [{ LATCHKEY_HOSTED_URL: 'http://pages.example.com' }, 'LATCHKEY_HOSTED_URL must begin with https://'],
    [{ LATCHKEY_ADMIN_KEY: 'latchkey-dev-admin' }, 'openssl rand'],
    [{ LATCHKEY_ADMIN_KEY: 'short' }, 'LATCHKEY_ADMIN_KEY'],
    [{ LATCHKEY_ADMIN_KEY: 'OFF' }, 'LATCHKEY_ADMIN_KEY is required'],
    [{ LATCHKEY_SMTP_URL: 'smtp://127.0.0.1:4025' }, 'LATCHKEY_SMTP_URL leads to the sandbox'],
    [{ LATCHKEY_SMTP_URL: 'smtp://localhost:4025' }, 'LATCHKEY_SMTP_URL leads to the sandbox'],
    [
      { LATCHKEY_SMTP_URL: 'smtp://localhost:9025', LATCHKEY_SANDBOX_SMTP_PORT: '9025' },
      'LATCHKEY_SMTP_URL leads to the sandbox',
    ],
    [
      { LATCHKEY_SMS_URL: 'twilio://ACsandbox:sandbox@api.twilio.com?from=%2B15005550006' },
      'LATCHKEY_SMS_URL leads to the sandbox',
    ],
    [{ LATCHKEY_MAIL_FROM: undefined }, 'LATCHKEY_MAIL_FROM is required in production'],
    [{ LATCHKEY_MAIL_FROM: 'Latchkey <login@latchkey.localhost>' }, 'LATCHKEY_MAIL_FROM is required'],
    [{ LATCHKEY_URL: undefined }, 'LATCHKEY_URL is required in production'],
    [{ LATCHKEY_RECOVERY_KEK: kek(1) }, 'must not be the same key'],
    [{ LATCHKEY_DATABASE_URL: '' }, 'does not survive a power cut'],
  ])('production refuses %j with advice', (change, advice) => {
    expect(() => readConfig({ ...production, ...change })).toThrow(advice);
  });
});

describe('a collector of traces', () => {
  const plain = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector.example.com:4318' };
  const withKey = { OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20canary' };
  const advice = 'OTEL_EXPORTER_OTLP_ENDPOINT must begin with https://';

  test('production refuses a key for a collector that is reached over http, unless the collector is on this machine', () => {
    expect(readConfig({ ...production, ...plain }).otlpEndpoint).toBe(plain.OTEL_EXPORTER_OTLP_ENDPOINT);
    expect(() => readConfig({ ...production, ...plain, ...withKey })).toThrow(advice);
    expect(() => readConfig({ ...production, ...plain, ...withKey })).not.toThrow('canary');
    for (const OTEL_EXPORTER_OTLP_ENDPOINT of ['https://collector.example.com', 'http://127.0.0.1:4318']) {
      const env = { ...production, ...withKey, OTEL_EXPORTER_OTLP_ENDPOINT };
      expect(readConfig(env).otlpEndpoint).toBe(OTEL_EXPORTER_OTLP_ENDPOINT);
    }
    const recovery = { NODE_ENV: 'production', LATCHKEY_RECOVERY_TOKEN: kek(4), ...plain, ...withKey };
    expect(() => readRecoveryConfig(recovery)).toThrow(advice);
  });

  test.each(['collector:4318', 'https://user:canary@example.com', 'https://example.com/'])(
    'the address %s of a collector is refused',
    (OTEL_EXPORTER_OTLP_ENDPOINT) => {
      const env = { LATCHKEY_DATA_DIR: dataDir, OTEL_EXPORTER_OTLP_ENDPOINT };
      expect(() => readConfig(env)).toThrow('OTEL_EXPORTER_OTLP_ENDPOINT must be an address');
    },
  );
});

test('the word off turns the shared key off, in development, in production and behind a tunnel', () => {
  const off = { LATCHKEY_ADMIN_KEY: 'off', LATCHKEY_DATA_DIR: dataDir };
  const tunnel = { LATCHKEY_TUNNEL_URL: 'https://latchkey.example.dev' };
  for (const env of [off, { ...production, ...off }, { ...tunnel, ...off }]) {
    expect(readConfig(env).adminKey).toBeNull();
  }
});

describe('[S55] guessable secrets in production', () => {
  const zeros = Buffer.alloc(32).toString('base64');
  const guessable = {
    LATCHKEY_ADMIN_KEY: 'a'.repeat(44),
    LATCHKEY_PARTS_KEK: zeros,
    LATCHKEY_RECOVERY_KEK: Buffer.alloc(32, 7).toString('base64'),
  };

  test('production refuses three guessable keys at once, with advice and without their values', () => {
    let message = '';
    try {
      readConfig({ ...production, ...guessable });
    } catch (error) {
      message = (error as Error).message;
    }
    for (const name of Object.keys(guessable)) {
      expect(message).toContain(
        `${name} can be guessed: it is a row or repeats itself. Make a random one: openssl`,
      );
    }
    for (const value of Object.values(guessable)) expect(message).not.toContain(value);
  });

  test('production refuses a guessable second KEK, and guessable secrets of the recovery store', () => {
    const second = { LATCHKEY_PARTS_KEK: `${kek(1)},${zeros}` };
    expect(() => readConfig({ ...production, ...second })).toThrow('LATCHKEY_PARTS_KEK can be guessed');
    const own = {
      NODE_ENV: 'production',
      LATCHKEY_RECOVERY_DATABASE_URL: 'postgres://recovery@db2.example.com/recovery',
      LATCHKEY_RECOVERY_KEK: zeros,
      LATCHKEY_RECOVERY_TOKEN: 'token'.repeat(8),
    };
    expect(() => readRecoveryConfig(own)).toThrow(
      /RECOVERY_KEK can be guessed.*\n.*RECOVERY_TOKEN can be guessed/,
    );
  });

  test('development accepts guessable keys', () => {
    expect(readConfig({ LATCHKEY_DATA_DIR: dataDir, ...guessable }).adminKey).toBe(
      guessable.LATCHKEY_ADMIN_KEY,
    );
  });
});

test('.env.example matches the variables (update it with vitest -u)', async () => {
  await expect(envExample()).toMatchFileSnapshot('../../../.env.example');
});

test('whether the log names traces is read from the collector’s address, and no secret is read for it', () => {
  const read = new Set<string | symbol>();
  const traced = (endpoint: string) => {
    const env: Record<string, string> = { ...production, OTEL_EXPORTER_OTLP_ENDPOINT: endpoint };
    return isTraced(
      new Proxy(env, {
        get(target, name: string) {
          read.add(name);
          return target[name];
        },
      }),
    );
  };
  expect(['http://localhost:4318', '', 'localhost'].map(traced)).toEqual([true, false, false]);
  expect([...read]).toEqual(['OTEL_EXPORTER_OTLP_ENDPOINT']);
});
