import {
  cloudflareUrl,
  configVariables,
  developmentChainId,
  type Environment,
  readVariables,
  sandboxUrl,
  secondDevelopmentChainId,
} from './configVariables.ts';
import type { HostedChain, HostedConfig } from './hosted/index.ts';
import { sandboxProblems } from './keyConfig.ts';
import { isLoopbackHost } from './loopback.ts';

/**
 * Variables that the configuration of the hosted pages uses, besides `NODE_ENV`. It ignores all others, which could
 * contain secrets that this process must not use.
 */
const read = [
  'url',
  'tunnelUrl',
  'port',
  'hostedUrl',
  'hostedPort',
  'hostedBind',
  'hostedChains',
  'turnstileUrl',
  'drainS',
] as const;

const developmentChains: readonly HostedChain[] = [
  { id: developmentChainId, name: 'Sandbox', rpc_url: `${sandboxUrl}/chain`, testnet: true },
  { id: secondDevelopmentChainId, name: 'Second sandbox', rpc_url: `${sandboxUrl}/chain2`, testnet: true },
];

export function toHostedConfig(env: Environment): { config(): HostedConfig; problems: string[] } {
  const names = ['NODE_ENV', ...read.map((field) => configVariables[field].name)];
  const own = Object.fromEntries(names.map((name) => [name, env[name]]));
  const { variables, problems } = readVariables(own);
  const { hostedBind, hostedPort, tunnelUrl } = variables;
  const ownUrl = variables.url ?? `http://localhost:${variables.port}`;
  const hostedUrl = variables.hostedUrl ?? `http://localhost:${hostedPort}`;
  const isPublic = (address: string) => !isLoopbackHost(new URL(address).hostname);
  const production =
    own.NODE_ENV === 'production' ||
    isPublic(ownUrl) ||
    isPublic(hostedUrl) ||
    hostedBind.some((address) => !isLoopbackHost(address));
  const chains = variables.hostedChains ?? (production ? [] : developmentChains);
  const turnstileUrl = variables.turnstileUrl ?? (production ? cloudflareUrl : sandboxUrl);
  if (production) {
    problems.push(...sandboxProblems(own, env));
    for (const [name, value] of [
      ['LATCHKEY_URL', variables.url],
      ['LATCHKEY_HOSTED_URL', variables.hostedUrl],
    ] as const) {
      if (value === null) {
        problems.push(
          `${name} is required in production: the origin that browsers see, such as https://auth.example.com.`,
        );
      } else if (value.startsWith('http:') && isPublic(value)) {
        problems.push(`${name} must begin with https:// in production; every app trusts these pages.`);
      }
    }
    if (turnstileUrl.startsWith('http:')) {
      problems.push('LATCHKEY_TURNSTILE_URL must begin with https:// in production; its script runs here.');
    }
    for (const { id, rpc_url } of chains.filter((chain) => chain.rpc_url.startsWith('http:'))) {
      if (!isPublic(rpc_url) && !isPublic(hostedUrl)) continue;
      problems.push(
        `LATCHKEY_HOSTED_CHAINS: the node of chain ${id} must begin with https:// in production: people decide by what it says.`,
      );
    }
  }
  if (new URL(hostedUrl).origin === new URL(ownUrl).origin) {
    problems.push(
      'LATCHKEY_HOSTED_URL must be another origin than LATCHKEY_URL: wallets are unlocked there.',
    );
  }
  const config = () => ({
    production,
    url: tunnelUrl ?? ownUrl,
    hostedUrl,
    port: hostedPort,
    bind: hostedBind,
    chains,
    turnstileUrl,
    drainS: variables.drainS,
  });
  return { config, problems };
}
