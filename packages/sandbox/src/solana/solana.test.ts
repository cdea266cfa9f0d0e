import {
  type Address,
  appendTransactionMessageInstructions,
  type Blockhash,
  createSolanaRpc,
  createTransactionMessage,
  devnet,
  generateKeyPairSigner,
  getBase64EncodedWireTransaction,
  getSignatureFromTransaction,
  type Instruction,
  type KeyPairSigner,
  lamports,
  partiallySignTransactionMessageWithSigners,
  pipe,
  type Signature,
  setTransactionMessageFeePayerSigner,
  setTransactionMessageLifetimeUsingBlockhash,
  signTransactionMessageWithSigners,
} from '@solana/kit';
import { getCreateAccountInstruction, getTransferSolInstruction } from '@solana-program/system';
import {
  findAssociatedTokenPda,
  getCreateAssociatedTokenInstructionAsync,
  getInitializeMintInstruction,
  getMintSize,
  getMintToInstruction,
  TOKEN_PROGRAM_ADDRESS,
} from '@solana-program/token';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Sandbox, startSandbox } from '../sandbox.ts';
import { statusAt } from '../statusAt.testkit.ts';

// Uses Solana's own client.

let sandbox: Sandbox;
const open = () => createSolanaRpc(devnet(sandbox.solanaUrl));
let rpc: ReturnType<typeof open>;
let ada: KeyPairSigner;
let bob: KeyPairSigner;
/** Clock of the cluster, which stands still unless a test moves it. */
let nowMs = 1_700_000_000_000;

beforeAll(async () => {
  sandbox = await startSandbox({ port: 0, smtpPort: 0, hosts: ['127.0.0.1'], now: () => nowMs });
  rpc = open();
});
afterAll(() => sandbox.close());
beforeEach(async () => {
  [ada, bob] = await Promise.all([generateKeyPairSigner(), generateKeyPairSigner()]);
  await sandbox.solana.fund(ada.address, 2_000_000_000n);
});

type Options = { version?: 'legacy' | 0; blockhash?: Blockhash; payer?: KeyPairSigner };

async function messageOf(instructions: Instruction[], { version = 0, blockhash, payer = ada }: Options = {}) {
  const { value: latest } = await rpc.getLatestBlockhash().send();
  return pipe(
    createTransactionMessage({ version }),
    (message) => setTransactionMessageFeePayerSigner(payer, message),
    (message) =>
      setTransactionMessageLifetimeUsingBlockhash(blockhash ? { ...latest, blockhash } : latest, message),
    (message) => appendTransactionMessageInstructions(instructions, message),
  );
}
const transfer = (amount: bigint) =>
  getTransferSolInstruction({ source: ada, destination: bob.address, amount });
async function sign(instructions: Instruction[], options?: Options) {
  const signed = await signTransactionMessageWithSigners(await messageOf(instructions, options));
  return { wire: getBase64EncodedWireTransaction(signed), signature: getSignatureFromTransaction(signed) };
}
const send = (wire: ReturnType<typeof getBase64EncodedWireTransaction>, options: object = {}) =>
  rpc.sendTransaction(wire, { encoding: 'base64', ...options }).send();
const statusOf = async (signature: Signature) =>
  (await rpc.getSignatureStatuses([signature]).send()).value[0];
const balanceOf = async (address: Address) => (await rpc.getBalance(address).send()).value;

async function request(method: string, ...params: unknown[]) {
  const reply = await fetch(sandbox.solanaUrl, {
    method: 'POST',
    body: JSON.stringify({ jsonrpc: '2.0', id: 7, method, params }),
  });
  return (await reply.json()) as {
    result?: { value: unknown };
    error?: { code: number; message: string; data?: { err: unknown; logs: string[] } };
  };
}

describe('transactions', () => {
  test.each(['legacy', 0] as const)(
    'a transaction of version %s transfers lamports once, and is charged its fee',
    async (version) => {
      const { wire, signature } = await sign([transfer(500_000_000n)], { version });
      expect(await send(wire)).toBe(signature);
      expect(await balanceOf(ada.address)).toBe(1_499_995_000n);
      expect(await balanceOf(bob.address)).toBe(500_000_000n);
      const again = await request('sendTransaction', wire, { encoding: 'base64' });
      expect(again.error).toMatchObject({ code: -32002, data: { err: 'AlreadyProcessed' } });
      expect(await send(wire, { skipPreflight: true })).toBe(signature);
      expect(await balanceOf(bob.address)).toBe(500_000_000n);
    },
  );

  test('a transaction is reported as processed, then confirmed, then finalized, as slots pass', async () => {
    const { wire, signature } = await sign([transfer(5_000_000n)]);
    expect(await statusOf(signature)).toBeNull();
    await send(wire);
    expect(await statusOf(signature)).toMatchObject({ confirmationStatus: 'processed', err: null });
    nowMs += 400;
    expect(await statusOf(signature)).toMatchObject({ confirmationStatus: 'confirmed', confirmations: 1n });
    await sandbox.solana.pass(31);
    expect(await statusOf(signature)).toMatchObject({ confirmationStatus: 'finalized', confirmations: null });
  });

  test('a transaction is stored, and returned with its balances', async () => {
    const { wire, signature } = await sign([transfer(5_000_000n)]);
    await send(wire);
    const options = { encoding: 'base64', maxSupportedTransactionVersion: 0 } as const;
    expect(await rpc.getTransaction(signature, options).send()).toMatchObject({
      transaction: [wire, 'base64'],
      version: 0,
      meta: {
        err: null,
        fee: 5_000n,
        preBalances: [2_000_000_000n, 0n, 1n],
        postBalances: [1_994_995_000n, 5_000_000n, 1n],
      },
    });
    expect((await request('getTransaction', signature, { encoding: 'base64' })).error?.code).toBe(-32015);
  });

  test('a transaction that would fail is refused with its logs; without preflight it is included and charged its fee', async () => {
    const { wire, signature } = await sign([transfer(3_000_000_000n)]);
    const { error } = await request('sendTransaction', wire, { encoding: 'base64' });
    expect(error).toMatchObject({
      code: -32002,
      message: 'Transaction simulation failed: Error processing Instruction 0: custom program error: 0x1',
      data: { err: { InstructionError: [0, { Custom: 1 }] } },
    });
    expect(error?.data?.logs.join()).toContain('insufficient lamports');
    expect(await send(wire, { skipPreflight: true })).toBe(signature);
    expect(await statusOf(signature)).toMatchObject({ err: { InstructionError: [0n, { Custom: 1n }] } });
    expect(await balanceOf(ada.address)).toBe(1_999_995_000n);
  });

  test('a transaction of an account without funds is refused, and put into no block', async () => {
    const { wire, signature } = await sign([], { payer: bob });
    const { error } = await request('sendTransaction', wire, { encoding: 'base64' });
    expect(error).toMatchObject({ code: -32002, data: { err: 'AccountNotFound' } });
    await send(wire, { skipPreflight: true });
    expect(await statusOf(signature)).toBeNull();
  });

  test("a transaction without its signers' signatures is refused, and put into no block", async () => {
    const unsigned = await messageOf([transfer(1n)]);
    const wire = getBase64EncodedWireTransaction(await partiallySignTransactionMessageWithSigners(unsigned));
    const bytes = Buffer.from(wire, 'base64');
    const without = Buffer.concat([Buffer.from([1]), Buffer.alloc(64), bytes.subarray(65)]).toString(
      'base64',
    );
    const wrong = Buffer.concat([Buffer.from([1]), Buffer.alloc(64, 7), bytes.subarray(65)]).toString(
      'base64',
    );
    for (const one of [without, wrong]) {
      expect((await request('sendTransaction', one, { encoding: 'base64' })).error?.code).toBe(-32003);
      await request('sendTransaction', one, { encoding: 'base64', skipPreflight: true });
    }
    expect(await balanceOf(ada.address)).toBe(2_000_000_000n);
  });

  test('a transaction is accepted for 150 blocks after its block hash', async () => {
    const { value } = await rpc.getLatestBlockhash().send();
    const [early, late] = [await sign([transfer(5_000_000n)]), await sign([transfer(6_000_000n)])];
    await sandbox.solana.pass(150);
    expect(await rpc.getBlockHeight().send()).toBe(value.lastValidBlockHeight);
    expect((await rpc.isBlockhashValid(value.blockhash).send()).value).toBe(true);
    await send(early.wire);
    await sandbox.solana.pass(1);
    expect((await rpc.isBlockhashValid(value.blockhash).send()).value).toBe(false);
    const { error } = await request('sendTransaction', late.wire, { encoding: 'base64' });
    expect(error).toMatchObject({
      code: -32002,
      message: 'Transaction simulation failed: Blockhash not found',
    });
    await send(late.wire, { skipPreflight: true });
    expect(await statusOf(late.signature)).toBeNull();
  });

  test('a transaction is lost if a test requests it, and accepted when it is sent again', async () => {
    const { wire, signature } = await sign([transfer(5_000_000n)]);
    sandbox.solana.lose(1);
    expect(await send(wire)).toBe(signature);
    expect(await statusOf(signature)).toBeNull();
    await send(wire);
    expect(await statusOf(signature)).toMatchObject({ err: null });
  });

  test.each([
    ['not base 64', '***', { encoding: 'base64' }],
    ['empty', '', { encoding: 'base64' }],
    ['not a transaction', Buffer.alloc(200, 9).toString('base64'), { encoding: 'base64' }],
    ['too large', Buffer.alloc(1233).toString('base64'), { encoding: 'base64' }],
    ['sent in an unknown encoding', '1111', { encoding: 'hex' }],
    ['not a string', 7, {}],
    ['sent with invalid options', '1111', []],
  ])('the Solana stand-in refuses a transaction that is %s', async (_, wire, options) => {
    expect((await request('sendTransaction', wire, options)).error?.code).toBe(-32602);
  });

  test('the Solana stand-in refuses a transaction before its minimum slot', async () => {
    const { wire } = await sign([transfer(5_000_000n)]);
    const slot = Number(await rpc.getSlot().send());
    const options = { encoding: 'base64', minContextSlot: slot + 1 };
    expect((await request('sendTransaction', wire, options)).error?.code).toBe(-32016);
  });
});

describe('before a transaction', () => {
  test('the fee of a transaction is returned, including the priority fee', async () => {
    const unitPrice = {
      programAddress: 'ComputeBudget111111111111111111111111111111' as Address,
      data: Uint8Array.from([3, ...new Uint8Array(new BigUint64Array([1_000_000n]).buffer)]),
    };
    const feeOf = async (instructions: Instruction[]) => {
      const signed = await signTransactionMessageWithSigners(await messageOf(instructions));
      const message = Buffer.from(signed.messageBytes).toString('base64');
      return (await request('getFeeForMessage', message)).result?.value;
    };
    expect(await feeOf([transfer(1_000_000n)])).toBe(5_000);
    expect(await feeOf([transfer(1_000_000n), unitPrice])).toBeGreaterThan(5_000);
    expect((await request('getFeeForMessage', 'AAAA')).error?.code).toBe(-32602);
  });

  test('a simulation shows the effect of an unsigned transaction, with any block hash if it asks for a replacement', async () => {
    const unsigned = await messageOf([transfer(500_000_000n)], {
      blockhash: '4uQeVj5tqViQh7yWWGStvkEG1Zmhx6uasJtWCJziofM' as Blockhash,
    });
    const bytes = Buffer.from(
      getBase64EncodedWireTransaction(await signTransactionMessageWithSigners(unsigned)),
      'base64',
    ).fill(0, 1, 65);
    const wire = bytes.toString('base64') as ReturnType<typeof getBase64EncodedWireTransaction>;
    const accounts = { addresses: [ada.address, bob.address], encoding: 'base64' } as const;
    const simulate = (options: object) =>
      rpc.simulateTransaction(wire, { encoding: 'base64', accounts, ...options } as never).send() as Promise<{
        value: { err: unknown; accounts: ({ lamports: bigint } | null)[] };
      }>;
    const { value } = await simulate({ replaceRecentBlockhash: true });
    expect(value).toMatchObject({
      err: null,
      accounts: [{ lamports: 1_499_995_000n }, { lamports: 500_000_000n }],
    });
    expect((await simulate({})).value).toMatchObject({ err: 'BlockhashNotFound', accounts: [null, null] });
    const verified = await request('simulateTransaction', wire, { encoding: 'base64', sigVerify: true });
    expect(verified.error?.code).toBe(-32003);
    expect(await balanceOf(ada.address)).toBe(2_000_000_000n);
  });
});

test('the Solana stand-in stores tokens in accounts, which their owner can list', async () => {
  const mint = await generateKeyPairSigner();
  const space = getMintSize();
  const rent = await rpc.getMinimumBalanceForRentExemption(BigInt(space)).send();
  const programAddress = TOKEN_PROGRAM_ADDRESS;
  const [held] = await findAssociatedTokenPda({
    mint: mint.address,
    owner: ada.address,
    tokenProgram: programAddress,
  });
  const { wire } = await sign([
    getCreateAccountInstruction({
      payer: ada,
      newAccount: mint,
      lamports: lamports(rent),
      space,
      programAddress,
    }),
    getInitializeMintInstruction({ mint: mint.address, decimals: 2, mintAuthority: ada.address }),
    await getCreateAssociatedTokenInstructionAsync({ payer: ada, mint: mint.address, owner: ada.address }),
    getMintToInstruction({ mint: mint.address, token: held, mintAuthority: ada, amount: 1_250n }),
  ]);
  await send(wire);
  const amount = { amount: '1250', decimals: 2, uiAmount: 12.5, uiAmountString: '12.5' };
  const found = await rpc
    .getTokenAccountsByOwner(ada.address, { programId: programAddress }, { encoding: 'jsonParsed' })
    .send();
  expect(found.value).toMatchObject([
    {
      pubkey: held,
      account: {
        data: { parsed: { info: { mint: mint.address, owner: ada.address, tokenAmount: amount } } },
      },
    },
  ]);
  expect((await rpc.getTokenAccountBalance(held).send()).value).toMatchObject(amount);
  const parsed = await rpc.getAccountInfo(mint.address, { encoding: 'jsonParsed' }).send();
  expect(parsed.value).toMatchObject({
    data: { parsed: { type: 'mint', info: { decimals: 2, supply: '1250' } } },
  });
  const none = await rpc
    .getTokenAccountsByOwner(bob.address, { mint: mint.address }, { encoding: 'base64' })
    .send();
  expect(none.value).toEqual([]);
});

test('the Solana stand-in sends the coins of each airdrop', async () => {
  for (const times of [1n, 2n]) {
    const signature = await rpc.requestAirdrop(bob.address, lamports(1_000_000_000n)).send();
    expect(await statusOf(signature)).toMatchObject({ err: null });
    expect(await balanceOf(bob.address)).toBe(times * 1_000_000_000n);
  }
  expect((await request('requestAirdrop', bob.address, 10_000_000_001)).error?.code).toBe(-32602);
});

test('the Solana stand-in returns its health, version and genesis hash, and several accounts at once', async () => {
  expect(await rpc.getHealth().send()).toBe('ok');
  expect((await rpc.getVersion().send())['solana-core']).toMatch(/^\d/);
  expect(await rpc.getGenesisHash().send()).toBe(await rpc.getGenesisHash().send());
  expect((await rpc.getMultipleAccounts([ada.address, bob.address]).send()).value).toMatchObject([
    { lamports: 2_000_000_000n },
    null,
  ]);
});

describe('requests', () => {
  const post = async (body: string) => {
    const reply = await fetch(sandbox.solanaUrl, {
      method: 'POST',
      headers: { origin: 'https://dapp.example', 'content-type': 'application/json' },
      body,
    });
    return { cors: reply.headers.get('access-control-allow-origin'), json: await reply.json() };
  };

  test('the Solana stand-in accepts a batch of requests, and allows pages of every origin to read the response', async () => {
    const one = { jsonrpc: '2.0', id: 1, method: 'getHealth' };
    expect(await post(JSON.stringify([one, { ...one, id: 2 }]))).toEqual({
      cors: '*',
      json: [
        { jsonrpc: '2.0', result: 'ok', id: 1 },
        { jsonrpc: '2.0', result: 'ok', id: 2 },
      ],
    });
  });

  test.each([
    ['{', -32700],
    ['null', -32600],
    ['{"method":7}', -32600],
    ['{"method":"getPast"}', -32601],
    ['{"method":"constructor"}', -32601],
    ['{"method":"getBalance","params":{}}', -32602],
    ['{"method":"getBalance","params":["short"]}', -32602],
    ['{"method":"getBalance","params":[null]}', -32602],
    ['{"method":"getSignatureStatuses","params":["one"]}', -32602],
    ['{"method":"getMinimumBalanceForRentExemption","params":[-1]}', -32602],
    ['{"method":"getTokenAccountsByOwner","params":["11111111111111111111111111111111",{}]}', -32602],
  ])('the Solana stand-in responds to %s with the expected error code', async (body, code) => {
    expect((await post(body)).json.error.code).toBe(code);
  });

  test('the Solana stand-in rejects requests with a foreign host name', async () => {
    expect(await statusAt(sandbox.solanaUrl, 'evil.example')).toBe(421);
  });
});
