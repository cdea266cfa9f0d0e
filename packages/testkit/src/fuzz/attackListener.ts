import { connect } from 'node:net';
import { type Chance, createChance } from './chance.ts';
import { mutate } from './rawBytes.ts';

/** What a client does when it has sent its bytes: waits, sends empty lines, closes its half, is gone. */
const manners = ['wait', 'drip', 'half-close', 'reset'] as const;
type Manner = (typeof manners)[number];

interface RawCase {
  readonly bytes: Buffer;
  readonly manner: Manner;
  /** Whether it waits for the server's first words, which mail servers want of their clients. */
  readonly waits?: boolean;
}

/** What came back over one connection, until the server ended it. */
export interface RawResult extends RawCase {
  readonly answer: string;
}

/** How often a client that drips sends an empty line, in ms: more often than any server looks. */
const dripEveryMs = 20;
/** Connections that are open at once. */
const atOnce = 60;

/** Connects, sends, and resolves when the connection is over; never before, however long the server holds it. */
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
    // What the server ends is over, whatever this side still had to say.
    socket.on('end', () => socket.destroy());
    socket.on('error', () => undefined); // a close follows
    socket.on('close', () => {
      clearInterval(drip);
      resolve({ ...raw, answer });
    });
  });
}

/** Every message of a corpus in every manner, then as many changed ones. */
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
 * Sends each of many messages over a connection of its own.
 *
 * @returns what came back, when the server has ended the last of the connections
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

/** The results whose answer begins, or goes on, with a fault of the server (HTTP status 5xx). */
export function faultsOf(results: readonly RawResult[]): string[] {
  return results
    .filter(({ answer }) => /(?:^|\r\n\r\n|[}\]>])HTTP\/1\.[01] 5\d\d /.test(answer))
    .map(({ bytes, answer }) => `${JSON.stringify(String(bytes).slice(0, 300))} → ${answer.slice(0, 200)}`);
}
