import { type Chain, createChain } from '@latchkey/sandbox';
import { endWithin } from '../processes/scopes.ts';
import { deployAt } from './deploy.ts';

/** A chain for a test, which has its node already. */
export interface TestChain extends Omit<Chain, 'url'> {
  /** JSON-RPC of the node, for pages too. */
  readonly url: string;
  /** The node's own accounts, with 10,000 ETH each. */
  readonly accounts: readonly string[];
  /** Makes blocks, with what waits. */
  mine(blocks?: number): Promise<void>;
}

export interface TestChainOptions {
  /** @default 31337 */
  readonly chainId?: number;
  /** A block every so many seconds; 3600 for a test that makes them by `mine`. @default one for each transaction, at once */
  readonly blockTimeS?: number;
  /** The rules of the chain: `berlin` knows no EIP-1559. @default the newest that Anvil knows */
  readonly hardfork?: string;
  /** Further options of Anvil. */
  readonly options?: readonly string[];
  /** Wei that a byte of a transaction costs on layer 1, for a chain of the OP stack, which has an oracle that says so. */
  readonly layer1FeePerByte?: bigint;
}

/** Where chains of the OP stack say what layer 1 costs. */
export const gasPriceOracle = '0x420000000000000000000000000000000000000F';

/** Starts a chain of a test's own. Its process ends with the test that starts it, or with the file whose hook does. */
export async function startChain(options: TestChainOptions = {}): Promise<TestChain> {
  const { chainId = 31337, layer1FeePerByte, ...rest } = options;
  const chain = createChain({ chainId, isForPages: true, ...rest });
  endWithin(() => chain.close());
  try {
    const url = await chain.url();
    if (layer1FeePerByte !== undefined) {
      await deployAt(chain, 'GasPriceOracle', gasPriceOracle);
      await setLayer1Fee(chain, layer1FeePerByte);
    }
    const accounts = (await chain.request('eth_accounts')) as string[];
    return {
      ...chain,
      url,
      accounts,
      async mine(blocks = 1) {
        await chain.request('anvil_mine', [`0x${blocks.toString(16)}`]);
      },
    };
  } catch (error) {
    await chain.close();
    throw error;
  }
}

/** Changes what a byte of a transaction costs on layer 1, in wei. */
export async function setLayer1Fee(chain: Pick<Chain, 'write'>, feePerByte: bigint): Promise<void> {
  const word = (value: bigint) => `0x${value.toString(16).padStart(64, '0')}`;
  await chain.write([[gasPriceOracle, word(0n), word(feePerByte)]]);
}
