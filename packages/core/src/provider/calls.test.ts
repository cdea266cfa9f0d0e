import { deploy } from '@latchkey/testkit';
import { ServiceError } from '@latchkey/wire';
import { describe, expect, it } from 'vitest';
import {
  getEthereumProvider,
  prepareTransaction,
  submitTransaction,
  type TransactionQuestion,
} from '../index.ts';
import { other, shareSendFixture } from '../transactions/sendFixture.testkit.ts';

const { chain, node, newSender } = shareSendFixture();

type Answer = 'yes' | 'no';

async function provided(answer: (turn: number) => Answer | Promise<Answer> = () => 'yes') {
  const sender = await newSender();
  let turn = 0;
  async function send(question: TransactionQuestion) {
    turn += 1;
    if ((await answer(turn)) === 'no') throw new ServiceError('user_rejected_request');
    const prepared = await prepareTransaction(sender.client, question);
    return { hash: await submitTransaction(sender.client, { prepared }), receipt: null };
  }
  const provider = await getEthereumProvider(sender.client, { send });
  const request = (method: string, ...params: unknown[]) => provider.request({ method, params });
  const sendCalls = (fields: object) =>
    request('wallet_sendCalls', { version: '2.0.0', chainId: '0x7a69', atomicRequired: false, ...fields });
  const statusOf = async (sent: unknown) =>
    (await request('wallet_getCallsStatus', (sent as { id: string }).id)) as Record<string, unknown>;
  return { ...sender, request, sendCalls, statusOf, asked: () => turn };
}

describe('wallet_sendCalls', () => {
  it('wallet_sendCalls sends calls one after the other, each after the one before is mined', async () => {
    const token = await deploy(chain, 'TestToken', ['Dollar', 'USDX', 6]);
    const { address, sendCalls, statusOf, asked } = await provided();
    // The second call cannot be prepared before the first is in a block.
    const calls = [
      { to: token.address, data: token.encode('mint', [address, 5n]) },
      { to: token.address, data: token.encode('transfer', [other, 5n]), value: '0x0' },
    ];
    const sent = await sendCalls({ from: address, calls, id: 'mint and move' });
    expect(sent).toEqual({ id: 'mint and move' });
    await expect.poll(async () => (await statusOf(sent)).status).toBe(200);
    const status = await statusOf(sent);
    expect(status).toMatchObject({ version: '2.0.0', chainId: '0x7a69', atomic: false });
    expect(status.receipts).toMatchObject([{ status: '0x1' }, { status: '0x1' }]);
    expect(await token.read('balanceOf', [other])).toBe(5n);
    expect(asked()).toBe(2);
    await expect(sendCalls({ calls, id: 'mint and move' })).rejects.toMatchObject({ code: 5720 });
  });

  it('wallet_sendCalls returns only the id for version 1 of EIP-5792', async () => {
    const { sendCalls, statusOf } = await provided();
    const calls = [{ to: other, value: '0x1' }];
    const id = await sendCalls({ version: '1.0', atomicRequired: undefined, calls });
    expect(id).toMatch(/^0x[0-9a-f]{64}$/);
    await expect.poll(async () => (await statusOf({ id })).status).toBe(200);
  });

  it('wallet_sendCalls stops when the user declines a call: it rejects for the first call, and a later one makes the status 600', async () => {
    const first = await provided(() => 'no');
    const calls = [
      { to: other, value: '0x1' },
      { to: other, value: '0x2' },
    ];
    await expect(first.sendCalls({ calls })).rejects.toMatchObject({ code: 4001 });
    const second = await provided((turn) => (turn === 2 ? 'no' : 'yes'));
    const sent = await second.sendCalls({ calls });
    await expect.poll(async () => (await second.statusOf(sent)).status).toBe(600);
    expect((await second.statusOf(sent)).receipts).toHaveLength(1);
  });

  it('wallet_getCallsStatus reports a batch as pending if it completed while the node answered', async () => {
    let agree = () => {};
    const agreed = new Promise<Answer>((resolve) => {
      agree = () => resolve('yes');
    });
    const { sendCalls, statusOf, asked } = await provided((turn) => (turn === 2 ? agreed : 'yes'));
    const calls = [
      { to: other, value: '0x1' },
      { to: other, value: '0x2' },
    ];
    const sent = await sendCalls({ calls });
    await expect.poll(asked).toBe(2);
    node.fail('slow', ['eth_getTransactionReceipt']);
    const early = statusOf(sent);
    await expect.poll(node.waiting).toBe(1);
    node.fail(null);
    agree();
    await expect.poll(async () => (await statusOf(sent)).status).toBe(200);
    node.release();
    expect((await early).status).toBe(100);
  });

  it('wallet_sendCalls stops a batch after a call that reverts', async () => {
    const { sendCalls, statusOf, asked } = await provided();
    const calls = [
      { data: '0x60006000fd', gas: '0x186a0' },
      { to: other, value: '0x2' },
    ];
    const sent = await sendCalls({ calls });
    await expect.poll(async () => (await statusOf(sent)).status).toBe(500);
    expect(asked()).toBe(1);
  });

  it('a page that is opened later reads the status of a batch from the chain, and gets an error if the node fails', async () => {
    const { sendCalls, statusOf, openTab } = await provided();
    const sent = (await sendCalls({ calls: [{ to: other, value: '0x1' }] })) as { id: string };
    expect(sent.id).toMatch(/^0x[0-9a-f]{64}$/);
    await expect.poll(async () => (await statusOf(sent)).status).toBe(200);
    const { client } = await openTab();
    const provider = await getEthereumProvider(client);
    const asked = { method: 'wallet_getCallsStatus', params: [sent.id] };
    expect(await provider.request(asked)).toMatchObject({ status: 200 });
    const shown = { method: 'wallet_showCallsStatus', params: [sent.id] };
    expect(await provider.request(shown)).toBeNull();
    node.fail('down');
    await expect(provider.request(asked)).rejects.toMatchObject({ code: 4901 });
    // An error of the node does not mean that nothing is on the chain.
    node.fail(null);
    node.refuse('eth_getTransactionReceipt', { code: -32000, message: 'not now' });
    await expect(provider.request(asked)).rejects.toMatchObject({ code: -32000 });
  });

  it('invalid or unsupported batches, and unknown ids, are rejected with standard codes', async () => {
    const { request, sendCalls, asked } = await provided();
    const calls = [{ to: other, value: '0x1' }];
    const paymaster = { paymasterService: { url: 'https://pay.example' } };
    const wrong: [object, number][] = [
      [{ calls: [] }, -32602],
      [{ calls: 'all' }, -32602],
      [{ calls, id: 7 }, -32602],
      [{ calls, from: other }, 4100],
      [{ calls, chainId: '0x89' }, 5710],
      [{ calls, atomicRequired: true }, 5760],
      [{ calls: Array.from({ length: 21 }, () => calls[0]) }, 5740],
      [{ calls, capabilities: paymaster }, 5700],
      [{ calls: [{ ...calls[0], capabilities: paymaster }] }, 5700],
      [{ calls: [{ to: '0x12' }] }, -32602],
      [{ calls: [...calls, { to: other, value: '5' }] }, -32602],
      [{ calls: [null] }, -32602],
    ];
    for (const [fields, code] of wrong)
      await expect(sendCalls(fields), JSON.stringify(fields)).rejects.toMatchObject({ code });
    for (const id of ['unknown', undefined, 7])
      for (const method of ['wallet_getCallsStatus', 'wallet_showCallsStatus'])
        await expect(request(method, id)).rejects.toMatchObject({ code: 5730 });
    expect(asked()).toBe(0);
  });

  it("wallet_getCapabilities reports no atomic batches for the client's chain, and nothing for another", async () => {
    const { request, address } = await provided();
    const unsupported = { '0x7a69': { atomic: { status: 'unsupported' } } };
    expect(await request('wallet_getCapabilities', address)).toEqual(unsupported);
    expect(await request('wallet_getCapabilities', address, ['0x7a69', '0x1'])).toEqual(unsupported);
    expect(await request('wallet_getCapabilities', address, ['0x1'])).toEqual({});
    await expect(request('wallet_getCapabilities', other)).rejects.toMatchObject({ code: 4100 });
  });
});
