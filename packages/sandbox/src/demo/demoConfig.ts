/** Settings that the demo's page reads from its HTML (`apps/demo/src/pageConfig.ts`). */
export interface DemoConfig {
  readonly apiUrl: string;
  /** JSON-RPC URL of the wallets' chain. */
  readonly chainUrl: string;
  /** JSON-RPC URL of the second network, from which users bring coins. */
  readonly secondChainUrl: string;
  readonly solanaUrl: string;
  /** @default the app of the page's site */
  readonly appId?: string;
}

/** The element that a build of the demo leaves empty. */
export const emptyConfig = '<script id="config" type="application/json"></script>';

export function toConfigScript(config: DemoConfig): string {
  return emptyConfig.replace('><', () => `>${JSON.stringify(config).replaceAll('<', '\\u003c')}<`);
}
