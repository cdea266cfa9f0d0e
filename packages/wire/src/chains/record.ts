type Hex = `0x${string}`;

/** A coin of a chain at MoonPay. */
interface MoonpayCoin {
  /** Code by which clients ask the service for it. */
  readonly code: string;
  /** Code in the address of MoonPay's page, and in its events. */
  readonly name: string;
}

/** Facts about an EVM chain. Every table of chains is made of these records; docs/recipes/chain.md adds one. */
export interface ChainRecord {
  readonly id: number;
  /** Name in reviews. Absent: reviews name the chain by its id. */
  readonly name?: string;
  /** Symbol of the native currency, which has 18 decimals. */
  readonly symbol: string;
  /** Symbols that the native currency had before, and that older definitions of the chain still give it. */
  readonly formerSymbols?: readonly string[];
  readonly testnet?: true;
  /** Set if the chain is of the OP stack: it charges a fee for a transaction's place on Ethereum, and has a known wrapper. */
  readonly opStack?: true;
  /** Contract that wraps the native currency, if there is one that everyone uses. EIP-55. */
  readonly wrapper?: Hex;
  /** Circle's own contract of USDC. https://developers.circle.com/stablecoins/usdc-contract-addresses */
  readonly usdc?: Hex;
  /** Id of the native currency at CoinGecko (`GET /coins/list`). Absent: it has no price, as on test networks. */
  readonly coinGeckoId?: string;
  /** Picture in the modal; a test network has that of its main network. Absent: a neutral one. */
  readonly mark?: string;
  /** Coins that MoonPay sells and the modal offers (MOON-03). */
  readonly moonpay?: { readonly native?: MoonpayCoin; readonly usdc?: MoonpayCoin };
  /** Name of the chain at Coinbase Onramp (COIN-04), which sells the native currency there. */
  readonly coinbase?: { readonly name: string; readonly sellsUsdc: boolean };
}
