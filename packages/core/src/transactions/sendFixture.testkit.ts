import { type Sandbox, startSandbox } from '@latchkey/sandbox';
import { type FaultyNode, later, startChain, startFaultyNode, type TestChain } from '@latchkey/testkit';
import { Hash, type Hex } from 'ox';
import { afterAll, afterEach, beforeAll } from 'vitest';
import { type FrameFixture, openFrameFixture } from '../../../frame/src/frameFixture.testkit.ts';
import { createWallet, type HostConfig } from '../index.ts';
import { signInWhole, type WholeClient, type WholeOptions } from '../wallets/embedded/wholeClient.testkit.ts';

/** The network's `fetch`, before a fixture replaces it. */
const realFetch = globalThis.fetch;

export const ether = 10n ** 18n;
export const other = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';

/** A signed-in user with a real client, frame and service, and coins on a local chain. */
export interface Sender extends WholeClient {
  readonly address: string;
  readonly email: string;
}

export interface SenderOptions {
  /** @default 10 ETH */
  readonly wei?: bigint;
  readonly chain?: object;
  readonly config?: HostConfig;
  readonly page?: WholeOptions['page'];
  readonly hold?: WholeOptions['hold'];
}

/** A service, a chain, and a proxy in front of the chain's node that can simulate faults. */
export interface SendFixture {
  readonly chain: TestChain;
  readonly node: FaultyNode;
  readonly fixture: FrameFixture;
  readonly sandbox: Sandbox;
  /** Signs in a new user whose wallet has coins. */
  newSender(options?: SenderOptions): Promise<Sender>;
  /** Returns true while the node processes a request that it was not told to hold. */
  isBusy(): boolean;
  /** If true (the default), the answer to a sent transaction waits until the transaction is in a block. */
  setSettling(isSettling: boolean): void;
}

/** Shares one fixture among the tests of a file. Its service reads prices from the sandbox. */
export function shareSendFixture(): SendFixture {
  let fixture: FrameFixture | undefined;
  let sandbox: Sandbox | undefined;
  let chain: TestChain | undefined;
  let node: FaultyNode | undefined;
  let people = 0;
  let isSettling = true;
  let underWay = 0;
  beforeAll(async () => {
    // Requests to other addresses go to the real network.
    const answer = (request: Request) =>
      fixture && request.url.startsWith(fixture.service.config.url)
        ? fixture.service.fetch(request, { remoteAddress: '127.0.0.1' })
        : realFetch(request);
    chain = await startChain();
    node = await startFaultyNode(chain);
    sandbox = await startSandbox({ port: 0, smtpPort: 0, hosts: ['127.0.0.1'] });
    fixture = await openFrameFixture({ answer, config: { pricesUrl: sandbox.pricesUrl } });
  });
  afterEach(() => {
    isSettling = true;
    sandbox?.prices.fail(null);
    node?.fail(null);
    node?.beHonest();
  });
  afterAll(async () => {
    await node?.close();
    await chain?.close();
    await fixture?.close();
    await sandbox?.close();
  });
  const now = {
    fixture: later(() => fixture),
    chain: later(() => chain),
    node: later(() => node),
    sandbox: later(() => sandbox),
  };

  async function throughNode(request: Request): Promise<Response> {
    const asked = await request.clone().text();
    underWay += 1;
    const response = await realFetch(request).finally(() => {
      underWay -= 1;
    });
    const { method, params } = JSON.parse(asked) as { method?: string; params?: [Hex.Hex] };
    if (isSettling && method === 'eth_sendRawTransaction' && params) await settle(Hash.keccak256(params[0]));
    return response;
  }

  /** Waits until a transaction that the chain has is in a block, whatever the node reports. */
  async function settle(hash: string): Promise<void> {
    if (!(await now.chain.request('eth_getTransactionByHash', [hash]))) return;
    while (!(await now.chain.request('eth_getTransactionReceipt', [hash])))
      await new Promise((resolve) => setTimeout(resolve, 5));
  }

  return {
    ...now,
    isBusy: () => underWay > now.node.waiting(),
    setSettling(settling) {
      isSettling = settling;
    },
    async newSender({ wei = 10n * ether, chain: fields, config, page, hold } = {}) {
      people += 1;
      const email = `sender-${people}@company.example`;
      const id = Number(await now.chain.request('eth_chainId'));
      const rpcUrls = { default: { http: [now.node.url] } };
      const { url: serviceUrl } = now.fixture.service.config;
      const test = await signInWhole(now.fixture, email, {
        config: { chains: [{ id, name: 'Devnet', rpcUrls, ...fields }], ...config },
        network: (request) => (request.url.startsWith(serviceUrl) ? null : throughNode(request)),
        ...(page ? { page } : {}),
        ...(hold ? { hold } : {}),
      });
      const { address } = await createWallet(test.client);
      await now.chain.fund(address, wei);
      now.node.requests.length = 0;
      return { ...test, address, email };
    },
  };
}
