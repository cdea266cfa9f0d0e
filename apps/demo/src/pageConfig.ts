export interface PageConfig {
  readonly apiUrl: string;
  /** JSON-RPC URL of the wallets' chain. */
  readonly chainUrl: string;
  /** JSON-RPC URL of the second network, from which users bring coins. */
  readonly secondChainUrl: string;
  readonly solanaUrl: string;
  /** @default the app of the page's site */
  readonly appId?: string;
}

const usual: PageConfig = {
  apiUrl: 'http://localhost:4000',
  chainUrl: 'http://localhost:4010/chain',
  secondChainUrl: 'http://localhost:4010/chain2',
  solanaUrl: 'http://localhost:4010/solana',
};

/** Configuration of the page. The server writes it into the HTML; defaults replace missing values. */
export const pageConfig: PageConfig = {
  ...usual,
  ...(JSON.parse(document.getElementById('config')?.textContent || '{}') as Partial<PageConfig>),
};
