import { type ChainRecord, knownChains } from '@latchkey/wire';
import { table } from './reference/pages.ts';

// Tables of chains for host pages and the wallet frame, printed from the records of `packages/wire/src/chains`. A
// page that derived them from the records at run time would load all facts about all chains.

/** First line of each printed file. */
export const printedFrom =
  '// Printed from the records of chains (docs/recipes/chain.md). Run `UPDATE_DOCS=1 npx vitest run --project unit scripts/docs`.\n';

/** Contract that wraps the native currency on chains of the OP stack. */
const opStackWrapper = '0x4200000000000000000000000000000000000006';

const entries = (toValue: (chain: ChainRecord) => string | undefined) =>
  knownChains
    .flatMap((chain) => {
      const value = toValue(chain);
      return value === undefined ? [] : [`${chain.id}: '${value}'`];
    })
    .join(', ');
const idsOf = (has: (chain: ChainRecord) => unknown) =>
  knownChains
    .filter(has)
    .map(({ id }) => id)
    .join(', ');

function printFundingTables(): string {
  return `import type { ChainCoinCode, ChainIdAtMoonpay, ChainIdWith, ChainIdWithCoinbaseUsdc } from './known.ts';

/** MoonPay's code of a chain's native currency, by chain id (MOON-03). No other chain's currency is offered. */
export const moonpayNative: Readonly<Record<number, ChainCoinCode>> = {
${entries(({ moonpay }) => moonpay?.native?.code)},
} satisfies Readonly<Record<ChainIdAtMoonpay<'native'>, ChainCoinCode>>;

/** MoonPay's code of USDC, by chain id. */
export const moonpayUsdc: Readonly<Record<number, ChainCoinCode>> = {
${entries(({ moonpay }) => moonpay?.usdc?.code)},
} satisfies Readonly<Record<ChainIdAtMoonpay<'usdc'>, ChainCoinCode>>;

/** Coinbase Onramp's name of a chain, by chain id (COIN-04). */
export const coinbaseBlockchains = {
${entries(({ coinbase }) => coinbase?.name)},
} as const satisfies Readonly<Record<ChainIdWith<'coinbase'>, string>>;

/** Chains on which Coinbase Onramp sells USDC, besides their native currency. */
export const coinbaseUsdcChains: readonly number[] = [
${idsOf(({ coinbase }) => coinbase?.sellsUsdc)}] satisfies readonly ChainIdWithCoinbaseUsdc[];

/** Contracts of USDC, Circle's own ones, by chain id. */
export const usdcAddresses: Readonly<Record<number, \`0x\${string}\`>> = {
${entries(({ usdc }) => usdc)},
} satisfies Readonly<Record<ChainIdWith<'usdc'>, \`0x\${string}\`>>;
`;
}

function printOpStackChains(): string {
  return `import type { ChainIdWith } from './known.ts';

/** Ids of the known chains of the OP stack that charge a fee for a transaction's place on Ethereum. */
export const opStackChains: readonly number[] = [
${idsOf(({ opStack }) => opStack)}] satisfies readonly ChainIdWith<'opStack'>[];
`;
}

function printChainsOfMark(): string {
  const marks = [...new Set(knownChains.flatMap(({ mark = [] }) => mark))].sort();
  const rows = marks.map((mark) => `${mark}: [${idsOf((chain) => chain.mark === mark)}]`);
  return `import type { ChainMark } from './known.ts';

/** Ids of the chains that a picture in the modal stands for: main networks and their test networks. */
export const chainsOfMark: Readonly<Record<ChainMark, readonly number[]>> = { ${rows.join(', ')} };
`;
}

/**
 * Prints `packages/frame/src/readable/networkTable.ts`. The frame has a copy of these facts, because it imports no
 * other package of ours at run time.
 */
function printNetworkTable(): string {
  const rows = knownChains.flatMap(({ id, name, symbol, wrapper, opStack }) => {
    const contract = wrapper ?? (opStack && opStackWrapper);
    return name === undefined
      ? []
      : [`${id}: { name: '${name}', symbol: '${symbol}'${contract ? `, wrapper: '${contract}'` : ''} },`];
  });
  return `import type { ChainIdWith } from '@latchkey/wire';
import type { Network } from './networks.ts';

/** Facts about the known chains, by chain id. Any other chain is named by its id. */
export const networkTable: Readonly<Record<number, Network>> = {
${rows.join('\n')}
} satisfies Readonly<Record<ChainIdWith<'name'>, Network>>;
`;
}

export const printedFiles: Readonly<Record<string, () => string>> = {
  'packages/frame/src/readable/networkTable.ts': printNetworkTable,
  'packages/wire/src/chains/chainsOfMark.ts': printChainsOfMark,
  'packages/wire/src/chains/fundingTables.ts': printFundingTables,
  'packages/wire/src/chains/opStackChains.ts': printOpStackChains,
};

export function printFundingTable(): string {
  const rows = knownChains
    .filter(({ name, testnet, moonpay, coinbase, usdc }) => name && !testnet && (moonpay || coinbase || usdc))
    .map(({ name = '', symbol, moonpay, coinbase }) => [
      name,
      [moonpay?.native && symbol, moonpay?.usdc && 'USDC'].filter(Boolean).join(', '),
      [coinbase && symbol, coinbase?.sellsUsdc && 'USDC'].filter(Boolean).join(', '),
      '✓',
    ]);
  return table(
    ['network', 'MoonPay', 'Coinbase', 'transfers'],
    [
      ...rows,
      ['Solana', 'SOL, USDC', 'SOL, USDC', 'all but from another network'],
      ['any other of `config.chains`', 'where `config.currencyCode` names its code', '', '✓'],
    ],
  );
}
