type Hex = `0x${string}`;

interface MoonpayCoin {
  /** Code that clients send to the service for the coin. */
  readonly code: string;
  /** Code in the URL of MoonPay's page, and in its events. */
  readonly name: string;
}

/** Facts about an EVM chain. The tables of chains are printed from them. To add a chain, see docs/recipes/chain.md. */
export interface ChainRecord {
  readonly id: number;
  /** Name in reviews. Absent: reviews name the chain by its id. */
  readonly name?: string;
  /** Symbol of the native currency, which has 18 decimals. */
  readonly symbol: string;
  /** Former symbols of the native currency, which older definitions of the chain still use. */
  readonly formerSymbols?: readonly string[];
  readonly testnet?: true;
  /**
   * Set for chains of the OP stack that also charge for the data that they publish on Ethereum. Their wrapper has a
   * known address.
   */
  readonly opStack?: true;
  /** Contract that wraps the native currency, if the chain has a common one. EIP-55. */
  readonly wrapper?: Hex;
  /** Circle's own contract of USDC. https://developers.circle.com/stablecoins/usdc-contract-addresses */
  readonly usdc?: Hex;
  /** Id of the native currency at CoinGecko (`GET /coins/list`). Absent: no price is shown, as on test networks. */
  readonly coinGeckoId?: string;
  /** Picture in the modal. A test network uses that of its main network. Absent: a neutral picture. */
  readonly mark?: string;
  /** Coins that MoonPay sells and the modal offers (MOON-03). */
  readonly moonpay?: { readonly native?: MoonpayCoin; readonly usdc?: MoonpayCoin };
  /** Name of the chain at Coinbase Onramp (COIN-04), which sells the native currency there. */
  readonly coinbase?: { readonly name: string; readonly sellsUsdc: boolean };
}
