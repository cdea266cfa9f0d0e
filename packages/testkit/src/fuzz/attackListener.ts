import { connect } from 'node:net';
import { type Chance, createChance } from './chance.ts';
import { mutate } from './rawBytes.ts';

/** Behaviour of a client after it has sent its bytes: it waits, sends empty lines, closes its side, or resets. */
const manners = ['wait', 'drip', 'half-close', 'reset'] as const;
type Manner = (typeof manners)[number];

interface RawCase {
  readonly bytes: Buffer;
  readonly manner: Manner;
  /** True if it waits for the server's greeting, as clients of mail servers do. */
  readonly waits?: boolean;
}

export interface RawResult extends RawCase {
  readonly answer: string;
}

/** Interval of empty lines, in ms. */
const dripEveryMs = 20;
const atOnce = 60;

function sendRaw(port: number, raw: RawCase): Promise<RawResult> {
  const { bytes, manner, waits = false } = raw;
  return new Promise((resolve) => {
    let answer = '';
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
    const drip = setInterval(() => manner === 'drip' && socket.writable && socket.write('\r\n'), dripEveryMs);
    socket.once(waits ? 'data' : 'connect', () => {
      socket.write(bytes);
      if (manner === 'half-close') socket.end();
      if (manner === 'reset') setImmediate(() => socket.resetAndDestroy());
    });
    socket.setEncoding('latin1').on('data', (chunk) => {
      answer += chunk;
    });
    // Ends this side too, even with data left to send.
    socket.on('end', () => socket.destroy());
    socket.on('error', () => undefined); // a close follows
    socket.on('close', () => {
      clearInterval(drip);
      resolve({ ...raw, answer });
    });
  });
}

/** Returns the messages of a corpus, then the given number of mutated ones, each with a random behaviour. */
export function rawCases(
  corpus: readonly Buffer[],
  options: { seed: number; changed: number; waits?: boolean },
): RawCase[] {
  const { waits = false } = options;
  const chance: Chance = createChance(options.seed);
  return [
    ...corpus.map((bytes) => ({ bytes, waits, manner: chance.pick(manners) })),
    ...Array.from({ length: options.changed }, () => ({
      bytes: mutate(chance, corpus),
      waits,
      manner: chance.pick(manners),
    })),
  ];
}

/**
 * Sends each message over its own connection.
 *
 * @returns the answers, when the last connection has ended
 */
export async function attackListener(port: number, cases: readonly RawCase[]): Promise<RawResult[]> {
  const results: RawResult[] = [];
  let next = 0;
  async function work(): Promise<void> {
    for (let raw = cases[next++]; raw; raw = cases[next++]) results.push(await sendRaw(port, raw));
  }
  await Promise.all(Array.from({ length: atOnce }, work));
  return results;
}

/** Describes the answers with an HTTP status of 5xx, at their start or after another response. */
export function faultsOf(results: readonly RawResult[]): string[] {
  return results
    .filter(({ answer }) => /(?:^|\r\n\r\n|[}\]>])HTTP\/1\.[01] 5\d\d /.test(answer))
    .map(({ bytes, answer }) => `${JSON.stringify(String(bytes).slice(0, 300))} → ${answer.slice(0, 200)}`);
}
