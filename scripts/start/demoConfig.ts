import type { PageConfig } from '../../apps/demo/src/pageConfig.ts';

/** The element that a build of the demo leaves empty. */
export const emptyConfig = '<script id="config" type="application/json"></script>';

/** The element that takes its place. */
export function toConfigScript(config: PageConfig): string {
  return emptyConfig.replace('><', () => `>${JSON.stringify(config).replaceAll('<', '\\u003c')}<`);
}
