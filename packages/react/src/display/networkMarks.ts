import { type ChainMark, chainsOfMark } from '@latchkey/wire';

/** Part of a logo in a 24×24 square: a filled shape or a line. */
export type MarkPart =
  | { readonly d: string; readonly fill: string }
  | { readonly d: string; readonly stroke: string; readonly width: number };

export interface NetworkMarkDrawing {
  /** Colour of the disc behind the logo. */
  readonly ground: string;
  readonly parts: readonly MarkPart[];
}

const white = '#ffffff';

/** Logos of the built-in networks, redrawn for this modal (DISP-05). */
const networkMarks = {
  arbitrum: {
    ground: '#213147',
    parts: [
      { d: 'M12 3.8 19 7.9v8.2l-7 4.1-7-4.1V7.9Z', stroke: '#9dcced', width: 1.4 },
      { d: 'm12 7.4-3.9 9', stroke: white, width: 2 },
      { d: 'm13.2 11.6 2.3 4.8', stroke: '#28a0f0', width: 2 },
    ],
  },
  avalanche: {
    ground: '#e84142',
    parts: [
      { d: 'M12.1 5.2 5.4 17.2h4.1c.7 0 1.3-.3 1.6-.9l3.3-5.9c.2-.4.2-.9 0-1.3Z', fill: white },
      { d: 'm15.9 12.6-2.6 4.6h5.3Z', fill: white },
    ],
  },
  base: {
    ground: '#0052ff',
    parts: [{ d: 'M12 5.5a6.5 6.5 0 1 1-6.45 7.3h7.95v-1.6H5.55A6.5 6.5 0 0 1 12 5.5Z', fill: white }],
  },
  celo: {
    ground: '#fcff52',
    parts: [{ d: 'M17.2 9.2A6 6 0 1 0 17.2 14.8', stroke: '#1e1e1e', width: 2.6 }],
  },
  ethereum: {
    ground: '#627eea',
    parts: [
      { d: 'm12 3.6-5.1 8.6 5.1 3Z', fill: '#c0cbf6' },
      { d: 'm12 3.6 5.1 8.6-5.1 3Z', fill: white },
      { d: 'm6.9 13.6 5.1 3v3.9Z', fill: '#c0cbf6' },
      { d: 'm17.1 13.6-5.1 3v3.9Z', fill: white },
    ],
  },
  optimism: {
    ground: '#ff0420',
    parts: [
      {
        d: 'M8.1 14.6a2.1 2.1 0 0 1-2-2.8l.2-.7a2.5 2.5 0 0 1 2.4-1.7 2.1 2.1 0 0 1 2 2.8l-.2.7a2.5 2.5 0 0 1-2.4 1.7Z',
        stroke: white,
        width: 1.7,
      },
      { d: 'm12.9 14.9 1.2-5.5h2.1a1.75 1.75 0 0 1 0 3.5h-2.7', stroke: white, width: 1.7 },
    ],
  },
  polygon: {
    ground: '#8247e5',
    parts: [
      { d: 'm9.2 8.2 2.6 1.5v3L9.2 14.2l-2.6-1.5v-3Z', stroke: white, width: 1.6 },
      { d: 'm14.8 9.8 2.6 1.5v3l-2.6 1.5-2.6-1.5v-3Z', stroke: white, width: 1.6 },
    ],
  },
  solana: {
    ground: '#2c2250',
    parts: [
      { d: 'M8.4 7h9.8l-2.6 2.5H5.8Z', fill: '#14f195' },
      { d: 'M5.8 10.75h9.8l2.6 2.5H8.4Z', fill: '#5aa9d6' },
      { d: 'M8.4 14.5h9.8L15.6 17H5.8Z', fill: '#9945ff' },
    ],
  },
} as const satisfies Readonly<Record<ChainMark | 'solana', NetworkMarkDrawing>>;

/** Placeholder id for Solana, whose networks have no numeric ids. */
const solanaId = 0;
const chainsOf: Readonly<Record<keyof typeof networkMarks, readonly number[]>> = {
  ...chainsOfMark,
  solana: [solanaId],
};

/** Returns the logo of a network, or null if it has none of its own. */
export function findNetworkMark(chainId: number): NetworkMarkDrawing | null {
  const names = Object.keys(networkMarks) as (keyof typeof networkMarks)[];
  const name = names.find((one) => chainsOf[one].includes(chainId));
  return name ? networkMarks[name] : null;
}
