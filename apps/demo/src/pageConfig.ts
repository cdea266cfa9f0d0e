/** Where everything is. */
export interface PageConfig {
  readonly apiUrl: string;
  /** JSON-RPC of the chain that the wallets are on. */
  readonly chainUrl: string;
  /** JSON-RPC of the other network, from which people bring coins. */
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

/** The server of the page puts it into the HTML, so that one build is good for every address. */
export const pageConfig: PageConfig = {
  ...usual,
  ...(JSON.parse(document.getElementById('config')?.textContent || '{}') as Partial<PageConfig>),
};
