import {
  type Contract,
  deploy,
  type FaultyNode,
  startChain,
  startFaultyNode,
  type TestChain,
} from '@latchkey/testkit';
import { Address, Secp256k1, Signature } from 'ox';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { findBarriers, stopClock } from '../harness/index.ts';
import { readSignedTransaction, signerOfTypedData } from '../harness/signer.ts';
import {
  type Approval,
  type ApprovalRequest,
  button,
  noteOf,
  openApproval,
  press,
  readFields,
  signatureOf,
  titlesOf,
  warningsOf,
} from './approvePage.ts';
import { passTime, untilSeen } from './sight.ts';

// Strict approval with facts from the chain, which come from the operator's node through the service.

let chain: TestChain;
let node: FaultyNode;
let approval: Approval;
let address: string;
let dollar: Contract;
let nft: Contract;

beforeAll(async () => {
  chain = await startChain();
  node = await startFaultyNode(chain);
  [dollar, nft] = [await deploy(chain, 'TestToken', ['Dollar', 'USDX', 6]), await deploy(chain, 'TestNft')];
  approval = await openApproval(
    {
      config: { chainNodes: new Map([[31_337, node.url]]) },
      // Sets no time limit, so no node is too slow.
      signalAfter: () => new AbortController().signal,
    },
    { allow_raw_signing: true },
  );
  ({ address } = approval);
  await chain.fund(address, 3n * 10n ** 18n);
  await dollar.write('mint', [address, 12_345_678n]);
});
afterAll(async () => {
  await approval?.close();
  await node?.close();
  await chain?.close();
});
afterEach(async () => {
  node.fail(null);
  node.beHonest();
  node.release();
  await approval.unmountAll();
});

const alice = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
const most = 2n ** 256n - 1n;
const request = (transaction: object) => ({
  method: 'eth_signTransaction',
  params: [
    {
      chainId: 31_337,
      type: 2,
      nonce: 0,
      value: 0,
      gasLimit: 60_000,
      maxFeePerGas: 2_000_000_000,
      maxPriorityFeePerGas: 1_000_000_000,
      ...transaction,
    },
  ],
});
const calling = (contract: Contract, name: string, ...args: readonly unknown[]) =>
  request({ to: contract.address, data: contract.encode(name, args) });
/** Shows a request and waits until its note no longer says that the balance was not checked. */
async function requestKnown(asked: object, locale = 'en'): Promise<ApprovalRequest> {
  const shown = await approval.requestFor(asked, { locale });
  await shown.frame.locator('.note').waitFor();
  await expect.poll(() => noteOf(shown)).not.toMatch(/balance|Guthaben|saldo|残高|رصيدك/);
  return shown;
}
const noContract = "The address that gets the permission isn't a contract. This is common in scams.";

describe('[S14] strict approval with facts from the chain', () => {
  test('[S14] the approval page shows amounts in a token’s units, with the token’s own symbol and the wallet’s balance', async () => {
    const asked = await requestKnown(calling(dollar, 'transfer', alice, 1_500_000n));
    expect((await readFields(asked)).slice(0, 8)).toEqual([
      `Token contract: ${dollar.address}`,
      'What it calls itself: USDX',
      `To: ${alice}`,
      'Amount: 1.5 USDX',
      'Your balance: 12.345678 USDX',
      'Network: Chain 31337',
      'Network fee, at most: 0.00012 (native coin)',
      'Your balance: 3 (native coin)',
    ]);
    expect(await noteOf(asked)).toBe('Not checked on the network: whether it will succeed.');
    expect(await warningsOf(asked)).toEqual([]);
    await press(asked, 'Sign');
    const { signer, read } = readSignedTransaction(await signatureOf(asked));
    expect(signer).toBe(address);
    expect(read).toMatchObject({ data: dollar.encode('transfer', [alice, 1_500_000n]) });
  });

  test('[S14] the approval page warns of a permission for an address without code, in a transaction and in a permit', async () => {
    const asked = await requestKnown(calling(dollar, 'approve', alice, 5_000_000n));
    expect(await warningsOf(asked)).toEqual([noContract]);
    expect(await readFields(asked)).toContain('Amount: 5 USDX');
    await approval.unmountAll();
    const safe = await requestKnown(calling(dollar, 'approve', nft.address, 5_000_000n));
    expect(await warningsOf(safe)).toEqual([]);
    await approval.unmountAll();

    const member = (called: string) => {
      const [type = '', name = ''] = called.split(' ');
      return { name, type };
    };
    const members = [
      'address owner',
      'address spender',
      'uint256 value',
      'uint256 nonce',
      'uint256 deadline',
    ];
    const permit = {
      types: {
        EIP712Domain: ['string name', 'uint256 chainId', 'address verifyingContract'].map(member),
        Permit: members.map(member),
      },
      primaryType: 'Permit',
      domain: { name: 'Dollar', chainId: 31_337, verifyingContract: dollar.address },
      message: { owner: address, spender: alice, value: 7_000_000n, nonce: 0n, deadline: 1_900_000_000n },
    };
    const signing = await requestKnown({ method: 'eth_signTypedData_v4', params: [address, permit] });
    expect(await warningsOf(signing)).toEqual([noContract]);
    expect((await readFields(signing)).slice(0, 6)).toEqual([
      `Token contract: ${dollar.address}`,
      'What it calls itself: USDX',
      `Owner: ${address}`,
      `Who may spend: ${alice}`,
      'Amount: 7 USDX',
      'Your balance: 12.345678 USDX',
    ]);
    await press(signing, 'Sign');
    expect(signerOfTypedData(permit as never, await signatureOf(signing))).toBe(address);
  });

  test('[S14] the approval page distinguishes a permission for an NFT from one for a token, although the calls look the same', async () => {
    const item = await requestKnown(calling(nft, 'approve', dollar.address, 7n));
    expect(await titlesOf(item)).toContain('Let someone move an NFT');
    expect(await readFields(item)).toContain('Item ID: 7');
    await approval.unmountAll();
    const none = await requestKnown(calling(dollar, 'approve', alice, 0n));
    expect(await titlesOf(none)).toContain('Remove a spending permission');
    expect(await warningsOf(none)).toEqual([]);
  });

  test('[S14] the approval page quotes, cleans or shortens a token’s symbol that could be mistaken for part of an amount', async () => {
    for (const [symbol, amount] of [
      ['000 USDX', 'Amount: 1 “000 USDX”'],
      ['\u202eXDSU\u2066', 'Amount: 1 XDSU'],
      ['0'.repeat(40), `Amount: 1 “${'0'.repeat(19)}…”`],
    ] as const) {
      const token = await deploy(chain, 'TestToken', ['Hostile', symbol, 6]);
      const asked = await requestKnown(calling(token, 'transfer', alice, 1_000_000n));
      expect(await readFields(asked), JSON.stringify(symbol)).toContain(amount);
      await approval.unmountAll();
    }
  });

  test('[S14] if the node is down, busy, limited or garbled, the approval page says what was not checked, and still signs', async () => {
    for (const fault of ['down', 'busy', 'limited', 'garbled'] as const) {
      node.fail(fault);
      node.requests.length = 0;
      const asked = await approval.requestFor(calling(dollar, 'approve', alice, 5n));
      await expect.poll(() => node.requests.length, { message: fault }).toBeGreaterThan(0);
      await press(asked, 'Sign');
      expect(await noteOf(asked), fault).toBe(
        "Not checked on the network: which token this is, whether a contract gets the permission, your balance, and whether it will succeed. For an NFT contract, the amount is the item's ID.",
      );
      expect(await readFields(asked), fault).toContain('Amount in smallest units: 5');
      expect(readSignedTransaction(await signatureOf(asked)).signer, fault).toBe(address);
      await approval.unmountAll();
    }
  });

  test('[S14] the approval page ignores facts from a node of another chain, and says what a partial answer lacks', async () => {
    node.lieAboutChain(1);
    node.requests.length = 0;
    const asked = await approval.requestFor(calling(dollar, 'approve', alice, 5n));
    await expect.poll(() => node.requests.length).toBeGreaterThan(0);
    await press(asked, 'Sign');
    await signatureOf(asked);
    expect(await readFields(asked)).toContain('Amount in smallest units: 5');
    expect(await warningsOf(asked)).toEqual([]);
    await approval.unmountAll();
    node.beHonest();
    node.fail('broken', ['eth_getCode']);
    const partly = await requestKnown(calling(dollar, 'approve', alice, 5n));
    expect(await noteOf(partly)).toBe(
      'Not checked on the network: whether a contract gets the permission and whether it will succeed.',
    );
  });

  test('the approval page shows facts of the chain in the language that its URL names, without accessibility violations', async () => {
    for (const [locale, symbol, note] of [
      ['de', 'Nennt sich: USDX', 'Nicht im Netzwerk geprüft: ob es gelingen wird.'],
      ['es', 'Se hace llamar: USDX', 'Sin comprobar en la red: si se completará.'],
      ['ja', '自称する名称: USDX', 'ネットワーク上で未確認:成功するかどうか。'],
      ['ar', 'الاسم الذي يطلقه العقد على نفسه: USDX', 'لم يتم التحقق على الشبكة مما يلي: نجاح العملية.'],
    ] as const) {
      const asked = await requestKnown(calling(dollar, 'approve', alice, most), locale);
      expect(await readFields(asked), locale).toContain(symbol);
      expect(await noteOf(asked), locale).toBe(note);
      expect(await warningsOf(asked), locale).toHaveLength(2);
      expect(await findBarriers(asked.frame), locale).toEqual([]);
      await approval.unmountAll();
    }
  });
});

describe('[S16] a request that cannot be read or is for another chain', () => {
  test('[S16] the approval page signs a hash if the operator allows it, and warns that nobody can see its meaning', async () => {
    const hash = `0x${'5a'.repeat(32)}` as const;
    for (const asked of [
      { method: 'secp256k1_sign', params: [hash] },
      { method: 'eth_sign', params: [address, hash] },
    ]) {
      const shown = await approval.requestFor(asked);
      await shown.frame.getByText(hash).waitFor();
      expect(await warningsOf(shown)).toEqual([expect.stringContaining('This can be anything')]);
      const text = await shown.frame.locator('main').textContent();
      expect(text).toContain('wants you to sign a hash. No one can see what it stands for.');
      await press(shown, 'Sign');
      const signature = Signature.fromHex((await signatureOf(shown)) as `0x${string}`);
      expect(Address.checksum(Secp256k1.recoverAddress({ payload: hash, signature }))).toBe(address);
      await approval.unmountAll();
    }
  });

  test('[S16] strict approval refuses typed data and transactions for a chain other than the one that the message names', async () => {
    const types = {
      EIP712Domain: [{ name: 'chainId', type: 'uint256' }],
      Mail: [{ name: 'contents', type: 'string' }],
    };
    const data = { types, primaryType: 'Mail', domain: { chainId: 31_337n }, message: { contents: 'Hello' } };
    for (const asked of [
      calling(dollar, 'approve', alice, 5n),
      { method: 'eth_signTypedData_v4', params: [address, data] },
    ]) {
      const refused = await approval.requestFor(asked, { chainId: 1 });
      expect((await refused.answer)?.error?.message).toContain('chain 1 was asked for');
      await approval.unmountAll();
    }
  });
});

describe('[S14] a host page that forges facts of the chain', () => {
  test('[S14] the approval page ignores facts that a host page forges, even with the right message id, and the vault ignores the host page’s requests for facts', async () => {
    const { page } = approval;
    const vault = page.frame({ name: 'vault' });
    // Reads in the vault the id of the message whose answer the approval page awaits.
    await vault?.evaluate(() =>
      addEventListener('message', ({ data }) => {
        if (data?.chain) document.title = data.id;
      }),
    );
    node.fail('slow', ['eth_chainId']);
    const asked = await approval.requestFor(calling(dollar, 'approve', alice, 5n));
    await expect.poll(() => node.waiting()).toBe(1);
    const id = (await vault?.title()) ?? '';
    expect(id).toHaveLength(22);
    const lies = [
      { about: 'code', has_code: true },
      { about: 'token', kind: 'token', symbol: 'LURE', decimals: 0 },
    ];
    const answer = { id, data: { answers: [{ about: 'balance', amount: '1' }, ...lies, lies[0]] } };
    // Notes the forged answers that reach the approval page, after its own listeners, and where they come from.
    await asked.frame.evaluate(() => {
      addEventListener('message', ({ data, source }) => {
        if (!data?.answer) return;
        const from = source === parent ? 'the host page' : source === null ? 'nobody' : 'an iframe beside it';
        document.documentElement.dataset.forged = `${document.documentElement.dataset.forged ?? ''}${from};`;
      });
    });
    await page.evaluate(
      ([name, given]) => {
        window.frameHost.post(name, { channel: 'latchkey:approve', answer: given });
        window.frameHost.post(name, { ...given, event: 'privy:wallets:rpc' });
      },
      [asked.name, answer] as const,
    );
    // Forges an answer from an iframe of the host page, which is beside the approval page like the vault. It stays
    // until the answer has arrived: a message of a removed iframe has no source.
    await page.evaluate(
      ([name, given]) => {
        const frame = document.createElement('iframe');
        document.body.append(frame);
        const script = frame.contentDocument?.createElement('script');
        if (!script) throw new Error('there is no document');
        const message = JSON.stringify({ channel: 'latchkey:approve', answer: given });
        script.textContent = `parent.frames['${name}'].postMessage(${message}, '*')`;
        frame.contentDocument?.body.append(script);
      },
      [asked.name, answer] as const,
    );
    const root = asked.frame.locator('html');
    await expect.poll(() => root.getAttribute('data-forged')).toBe('the host page;an iframe beside it;');
    // The vault gets the host page's requests for facts, and does not ask the service.
    const open = node.requests.length;
    const chainRequest = { token: approval.person.accessToken, chainId: 31_337, questions: lies };
    await page.evaluate(
      (given) => window.frameHost.post('vault', { channel: 'latchkey:approve', id: 'x', chain: given }),
      chainRequest,
    );
    await approval.host.request('privy:iframe:ready', {});
    expect(node.requests).toHaveLength(open);
    expect(await page.evaluate(() => JSON.stringify(window.frameHost.answers()))).not.toContain('has_code');
    expect(await asked.frame.locator('main').textContent()).not.toContain('LURE');
    node.fail(null);
    node.release();
    await expect.poll(() => warningsOf(asked)).toEqual([noContract]);
    expect(await readFields(asked)).toContain('What it calls itself: USDX');
  });
});

// Runs last, because a stopped clock stays stopped.
describe('[S14] with a stopped clock', () => {
  test('[S14] a warning that arrives late disables the approval page’s button, and a press under way or just before it does not count', async () => {
    const { page } = approval;
    await page.clock.install();
    await stopClock(page);
    node.fail('slow', ['eth_getCode']);
    const asked = await approval.requestFor(calling(dollar, 'approve', alice, 5n));
    const { frame } = asked;
    const sign = button(frame, 'Sign');
    const untilArmed = () =>
      untilSeen(page, frame, async () => {
        await frame.locator('.sheet').press('End');
        return sign.isEnabled();
      });
    expect(await untilArmed()).toBeGreaterThanOrEqual(1_000);
    expect(await warningsOf(asked)).toEqual([]);
    const place = await sign.boundingBox();

    // The pointer is down when the warning arrives.
    await sign.hover();
    await page.mouse.down();
    await expect.poll(() => node.waiting()).toBe(1);
    node.fail(null);
    node.release();
    await expect.poll(() => warningsOf(asked)).toEqual([noContract]);
    expect(await sign.isDisabled()).toBe(true);
    await page.mouse.up();
    await passTime(page, frame, 400);
    expect(await button(frame, 'Reject').isEnabled()).toBe(true);
    // The facts that arrived must be scrolled to their end too.
    expect(await frame.locator('.hint').textContent()).toBe('Scroll to the end to sign.');
    // The warning moved no button, and a press counts again once the page stayed unchanged.
    expect(await sign.boundingBox()).toEqual(place);
    expect(await untilArmed()).toBeGreaterThanOrEqual(500);
    await sign.click();
    await passTime(page, frame, 400);
    expect(readSignedTransaction(await signatureOf(asked)).signer).toBe(address);
    await approval.unmountAll();

    // A press just before the warning does not count either, because the page must stay unchanged for 300 ms after a
    // press.
    node.fail('slow', ['eth_getCode']);
    const late = await approval.requestFor(calling(dollar, 'approve', alice, 5n));
    await untilSeen(page, late.frame, async () => {
      await late.frame.locator('.sheet').press('End');
      return button(late.frame, 'Sign').isEnabled();
    });
    await expect.poll(() => node.waiting()).toBe(1);
    await button(late.frame, 'Sign').click();
    node.fail(null);
    node.release();
    await expect.poll(() => warningsOf(late)).toEqual([noContract]);
    await passTime(page, late.frame, 400);
    expect(await button(late.frame, 'Reject').isEnabled()).toBe(true);
  });
});
