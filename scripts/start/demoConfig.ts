/** What the demo reads from its HTML (`apps/demo/src/pageConfig.ts`). */
export interface DemoConfig {
  apiUrl: string;
  chainUrl: string;
  secondChainUrl: string;
  solanaUrl: string;
  appId?: string;
}

/** Where the built demo has nothing yet. */
export const emptyConfig = '<script id="config" type="application/json"></script>';

/** What takes the place of `emptyConfig`. */
export function toConfigScript(config: DemoConfig): string {
  return emptyConfig.replace('><', () => `>${JSON.stringify(config).replaceAll('<', '\\u003c')}<`);
}
