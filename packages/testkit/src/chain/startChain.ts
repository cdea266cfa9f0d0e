import { type Chain, createChain } from '@latchkey/sandbox';
import { endWithin } from '../processes/scopes.ts';
import { deployAt } from './deploy.ts';

/** A chain for a test, whose node is running. */
export interface TestChain extends Omit<Chain, 'url'> {
  /** JSON-RPC address of the node, for pages too. */
  readonly url: string;
  /** The node's own accounts, with 10,000 ETH each. */
  readonly accounts: readonly string[];
  /** Mines blocks with the pending transactions. */
  mine(blocks?: number): Promise<void>;
}

export interface TestChainOptions {
  /** @default 31337 */
  readonly chainId?: number;
  /** Seconds between blocks; 3600 for a test that mines with `mine`. @default one block per transaction, at once */
  readonly blockTimeS?: number;
  /** Rules of the chain; `berlin` does not have EIP-1559. @default Anvil's */
  readonly hardfork?: string;
  /** Further options of Anvil. */
  readonly options?: readonly string[];
  /** Wei per byte of a transaction on layer 1. Makes the chain one of the OP stack, with an oracle of this fee. */
  readonly layer1FeePerByte?: bigint;
}

export const gasPriceOracle = '0x420000000000000000000000000000000000000F';

/** Starts a chain for one test. Its process ends with the test that starts it, or with the file whose hook does. */
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

/** Changes the layer-1 fee per byte of a transaction, in wei. */
export async function setLayer1Fee(chain: Pick<Chain, 'write'>, feePerByte: bigint): Promise<void> {
  const word = (value: bigint) => `0x${value.toString(16).padStart(64, '0')}`;
  await chain.write([[gasPriceOracle, word(0n), word(feePerByte)]]);
}
