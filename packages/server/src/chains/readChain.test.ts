import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  type Contract,
  createTestService,
  createWalletOwner,
  deploy,
  enterCustody,
  type FaultyNode,
  startChain,
  startFaultyNode,
  type TestChain,
  type TestService,
} from '@latchkey/testkit';
import { type ChainQuestion, custodyRoutes } from '@latchkey/wire';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';

// Chain data for the wallet's approval page. A proxy that a test can make fail stands before a real node (Anvil).

let chain: TestChain;
let node: FaultyNode;
let dollar: Contract;
let nft: Contract;
let service: TestService;
let ada: Awaited<ReturnType<typeof createWalletOwner>>;
let timeouts: AbortController[];
const lines: string[] = [];

beforeAll(async () => {
  chain = await startChain();
  node = await startFaultyNode(chain);
  [dollar, nft] = [await deploy(chain, 'TestToken', ['Dollar', 'USDX', 6]), await deploy(chain, 'TestNft')];
});
afterAll(async () => {
  await node?.close();
  await chain?.close();
});
beforeEach(async () => {
  lines.length = 0;
  timeouts = [];
  service = await createTestService({
    // The URL of a rented node contains its key.
    config: { chainNodes: new Map([[31_337, `${node.url.replace('//', '//ada:hunter2@')}/v2/secret-key`]]) },
    log: pino({}, { write: (line: string) => void lines.push(line) }),
    signalAfter(ms) {
      expect(ms).toBe(3_000);
      const timeout = new AbortController();
      timeouts.push(timeout);
      return timeout.signal;
    },
  });
  ada = await createWalletOwner(service, 'ada@example.com');
});
afterEach(async () => {
  node.fail(null);
  node.beHonest();
  node.release();
  node.requests.length = 0;
  // Checks in every test that the log does not contain the secrets in the node's URL.
  expect(lines.join('')).not.toMatch(/hunter2|secret-key/);
  await service.close();
});

const someone = '0x00000000000000000000000000000000000A11cE';
const { readChain } = custodyRoutes;
const request = (questions: unknown, changes: object = {}) =>
  ada.client.call(readChain, { chain_id: 31_337, questions: questions as ChainQuestion[], ...changes });
const answersOf = async (...questions: ChainQuestion[]) => (await request(questions)).json.answers;
const unknownToken = { about: 'token', kind: null, symbol: null, decimals: null } as const;
const everything = () =>
  [
    { about: 'code', address: dollar.address },
    { about: 'token', address: dollar.address },
    { about: 'balance', address: someone },
  ] as const;
const nothing = [{ about: 'code', has_code: null }, unknownToken, { about: 'balance', amount: null }];

/** Puts code at an address, for contracts that no compiler would make. */
async function putCode(
  code: string,
  address = '0x00000000000000000000000000000000000C0de1',
): Promise<string> {
  await chain.request('anvil_setCode', [address, code]);
  return address;
}

describe('chain data', () => {
  test('a read of chain data returns tokens, collections, code and balances in the order of the questions', async () => {
    await chain.fund(someone, 1_500_000n);
    await dollar.write('mint', [someone, 42n]);
    const answers = await answersOf(
      { about: 'token', address: dollar.address.toLowerCase() },
      { about: 'token', address: nft.address },
      { about: 'code', address: dollar.address },
      { about: 'code', address: someone },
      { about: 'balance', address: someone },
      { about: 'balance', address: someone, token: dollar.address },
    );
    expect(answers).toEqual([
      { about: 'token', kind: 'token', symbol: 'USDX', decimals: 6 },
      { about: 'token', kind: 'collection', symbol: expect.any(String), decimals: null },
      { about: 'code', has_code: true },
      { about: 'code', has_code: false },
      { about: 'balance', amount: '1500000' },
      { about: 'balance', amount: '42' },
    ]);
    expect(new Set(node.requests.flatMap(({ methods }) => methods))).toEqual(
      new Set(['eth_chainId', 'eth_call', 'eth_getCode', 'eth_getBalance']),
    );
  });

  test('a read of chain data returns null for a token if its address has no contract, or one that is neither a token nor a collection', async () => {
    // A key that delegates to a contract (EIP-7702) still controls its account.
    const delegated = await putCode(`0xef0100${dollar.address.slice(2)}`);
    const stopping = await putCode('0x00', '0x00000000000000000000000000000000000C0De2');
    expect(
      await answersOf(
        { about: 'token', address: someone },
        { about: 'token', address: stopping },
        { about: 'code', address: delegated },
        { about: 'balance', address: someone, token: stopping },
      ),
    ).toEqual([
      unknownToken,
      unknownToken,
      { about: 'code', has_code: false },
      { about: 'balance', amount: null },
    ]);
  });

  const hidden = [...'send all']
    .map((letter) => String.fromCodePoint(0xe0000 + letter.charCodeAt(0)))
    .join('');
  test.each([
    ['letters that reverse the text direction', '\u202eCDSU\u2066', 'CDSU'],
    ['invisible letters', 'US\u200bD\u0000C\ufeff\u00ad', 'US D C'],
    ['lines and spaces', ' US\n\tD\u2003\u2003C ', 'US D C'],
    ['endless combining marks', `U${'\u0336\u0489'.repeat(200)}SD`, 'USD'],
    ['a long text', 'Visit claim.example to get your reward', 'Visit claim.example…'],
    ['blank letters', 'US\u2800D\u3164C\uffa0', 'US D C'],
    ['characters that hide a text', `USDC${hidden}`, 'USDC'],
    ['only invisible characters', '\u200b\u200e\u2800\u115f', null],
    ['letters of two code units', '💵'.repeat(30), `${'💵'.repeat(19)}…`],
  ])('a read of chain data cleans a symbol that contains %s', async (_, symbol, shown) => {
    const token = await deploy(chain, 'TestToken', ['Hostile', symbol, 18]);
    expect(await answersOf({ about: 'token', address: token.address })).toEqual([
      { about: 'token', kind: 'token', symbol: shown, decimals: 18 },
    ]);
  });

  test('a read of chain data reads a token’s symbol in 32 bytes, as in the oldest tokens', async () => {
    const text = Buffer.from('MKR').toString('hex').padEnd(64, '0');
    const token = await putCode(`0x7f${text}60005260206000f3`);
    expect(await answersOf({ about: 'token', address: token })).toEqual([{ ...unknownToken, symbol: 'MKR' }]);
  });

  test.each([
    ['returns more than is read', '0x62030d406000f3'],
    [
      'has a symbol and returns more than is read',
      '0x60206000526004602052634556494c60e01b60405262030d406000f3',
    ],
    ['never ends', '0x5b600056'],
    ['reverts', '0x60006000fd'],
    ['claims every interface', '0x600160005260206000f3'],
    ['returns an endless length', '0x6020600052600019602052608060 00f3'.replace(' ', '')],
  ])(
    'a contract that %s is neither token nor collection, and other answers are not affected',
    async (_, code) => {
      const address = await putCode(code);
      const [hostile, code_, honest] = await answersOf(
        { about: 'token', address },
        { about: 'code', address },
        { about: 'token', address: dollar.address },
      );
      expect(hostile).toEqual(unknownToken);
      expect(code_).toEqual({ about: 'code', has_code: true });
      expect(honest).toMatchObject({ kind: 'token', symbol: 'USDX' });
    },
  );
});

describe('a failing node', () => {
  test.each(['down', 'busy', 'limited', 'refused', 'broken', 'garbled'] as const)(
    'a read of chain data returns null for every question if the node is %s',
    async (fault) => {
      node.fail(fault);
      const { status, json } = await request(everything());
      expect(status).toBe(200);
      expect(json.answers).toEqual(nothing);
      expect(lines.filter((line) => line.includes('a node does not answer'))).toHaveLength(1);
    },
  );

  test('a read of chain data waits three seconds at most for the node', async () => {
    node.fail('slow');
    const asked = request(everything());
    await expect.poll(() => node.waiting()).toBeGreaterThan(1);
    timeouts[0]?.abort(new Error('Three seconds are over'));
    expect((await asked).json.answers).toEqual(nothing);
  });

  test('a read of chain data answers the other questions if the node fails one', async () => {
    node.fail('broken', ['eth_getBalance']);
    expect(await answersOf(...everything())).toEqual([
      { about: 'code', has_code: true },
      { about: 'token', kind: 'token', symbol: 'USDX', decimals: 6 },
      { about: 'balance', amount: null },
    ]);
  });

  test('a read of chain data drops all answers of a node of another chain', async () => {
    node.lieAboutChain(1);
    expect(await answersOf(...everything())).toEqual(nothing);
    expect(lines.join('')).toContain('it is of another chain');
  });

  test.each([
    ['null', null],
    ['a number', 7],
    ['words', 'a contract'],
    ['half a byte more', `0x${'0'.repeat(65)}1`],
    ['a list', ['0x01']],
    ['nothing', '0x'],
  ])(
    'a read of chain data returns null if the node answers with %s in place of a number',
    async (_, result) => {
      node.lie('eth_call', result);
      node.lie('eth_getBalance', result);
      const [, token, balance] = await answersOf(...everything());
      expect([token, balance]).toEqual(nothing.slice(1));
    },
  );

  test('a read of chain data sends the node the credentials from its URL, and follows no redirect', async () => {
    const asked: { authorization: string | undefined; path: string | undefined }[] = [];
    const gate = createServer(({ headers, url }, response) => {
      asked.push({ authorization: headers.authorization, path: url });
      response.writeHead(307, { location: node.url }).end();
    });
    await new Promise<void>((resolve) => gate.listen(0, '127.0.0.1', resolve));
    const { port } = gate.address() as AddressInfo;
    const chainNodes = new Map([[31_337, `http://ada:hunter2@127.0.0.1:${port}/v2/secret-key`]]);
    const at = await service.startAnother({ config: { chainNodes } });
    const { json } = await ada.client.call(
      readChain,
      { chain_id: 31_337, questions: [...everything()] },
      { at },
    );
    expect(json.answers).toEqual(nothing);
    expect(asked[0]).toEqual({ authorization: `Basic ${btoa('ada:hunter2')}`, path: '/v2/secret-key' });
    expect(node.requests).toEqual([]);
    await at.close();
    await new Promise((resolve) => gate.close(resolve));
  });
});

describe('limits on callers', () => {
  test('a read of chain data is refused without a proof of the key, a session’s token, or the service’s own origin', async () => {
    const eve = await enterCustody(service, 'eve@example.com');
    const questions: ChainQuestion[] = [{ about: 'code', address: someone }];
    const call = (flaws: object) => eve.client.call(readChain, { chain_id: 31_337, questions }, flaws);
    expect((await call({})).status).toBe(200);
    for (const [flaws, code] of [
      [{ proof: null }, 'invalid_dpop_proof'],
      [{ scheme: 'Bearer' }, 'missing_or_invalid_token'],
      [{ token: 'none' }, 'missing_or_invalid_token'],
      [{ origin: 'http://localhost:3000' }, 'origin_not_allowed'],
      [{ origin: null }, 'origin_not_allowed'],
    ] as const)
      expect((await call(flaws)).json.code).toBe(code);
  });

  test.each([
    ['no question', { questions: [] }],
    ['too many questions', { questions: Array(17).fill({ about: 'code', address: someone }) }],
    ['a chosen method', { questions: [{ about: 'eth_sendRawTransaction', address: someone }] }],
    ['a chosen call', { questions: [{ about: 'code', address: someone, data: '0x00' }] }],
    ['no address', { questions: [{ about: 'code', address: 'latchkey.eth' }] }],
    [
      'a token that is not an address',
      { questions: [{ about: 'balance', address: someone, token: '../x' }] },
    ],
    ['a chain that is not a number', { chain_id: '31337' }],
    ['a fraction as the chain', { chain_id: 0.5 }],
    ['a chosen node', { node: 'http://169.254.169.254/' }],
  ])('a read of chain data with %s is refused without a call to the node', async (_, changes) => {
    const { status, json } = await request([{ about: 'code', address: someone }], changes);
    expect(status).toBe(400);
    expect(json.code).toBe('invalid_data');
    expect(node.requests).toEqual([]);
  });

  test('a read of chain data returns null for every question about a chain without a node', async () => {
    const { status, json } = await request(everything(), { chain_id: 1 });
    expect(status).toBe(200);
    expect(json.answers).toEqual(nothing);
    expect(node.requests).toEqual([]);
  });

  test('a session may read chain data thirty times a minute, and four times at once', async () => {
    node.fail('slow', ['eth_chainId']);
    const open = Array.from({ length: 4 }, () => request(everything()));
    await expect.poll(() => node.waiting()).toBe(4);
    expect(await answersOf(...everything())).toEqual(nothing);
    node.fail(null);
    node.release();
    for (const { json } of await Promise.all(open))
      expect(json.answers[0]).toEqual({ about: 'code', has_code: true });
    for (let count = 5; count < 30; count += 1)
      expect((await request(everything(), { chain_id: 1 })).status).toBe(200);
    const refused = await request(everything());
    expect(refused.status).toBe(429);
    expect(refused.json.code).toBe('too_many_requests');
    const eve = await createWalletOwner(service, 'eve@example.com');
    const questions = [...everything()];
    expect((await eve.client.call(readChain, { chain_id: 31_337, questions })).status).toBe(200);
    service.clock.advance(2_000);
    expect((await request(everything())).status).toBe(200);
  });
});
