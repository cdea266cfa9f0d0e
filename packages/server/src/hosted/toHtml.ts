import type { BuiltPages } from './builtPages.ts';
import type { HostedConfig } from './hostedConfig.ts';

/**
 * Returns the one document of all hosted pages. A script reads the request from the page's address. Nothing of that
 * address is written into the HTML, so an attacker cannot inject markup with a link.
 */
export function toHtml({ first, startFailure }: BuiltPages, hosted: HostedConfig): string {
  const { url } = hosted;
  const [entry, ...others] = first;
  const config = JSON.stringify(toPageConfig(hosted)).replaceAll('<', '\\u003c');
  return [
    '<!doctype html>',
    '<html lang="en"><head><meta charset="utf-8"><title>Latchkey</title>',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="color-scheme" content="light dark"><meta name="robots" content="noindex">',
    `<link rel="icon" href="data:,"><link rel="preconnect" href="${url}" crossorigin="use-credentials">`,
    `<script type="application/json" id="config">${config}</script>`,
    `<script src="${startFailure.path}" integrity="${startFailure.integrity}" crossorigin defer></script>`,
    `<script type="module" src="${entry?.path}" integrity="${entry?.integrity}" crossorigin></script>`,
    ...others.map(
      ({ path, integrity }) =>
        `<link rel="modulepreload" href="${path}" integrity="${integrity}" crossorigin>`,
    ),
    '</head><body><noscript>This page needs JavaScript.</noscript></body></html>',
    '',
  ].join('\n');
}

export const toPageConfig = ({ chains, url }: Pick<HostedConfig, 'chains' | 'url'>) => ({
  apiUrl: url,
  chains,
});
