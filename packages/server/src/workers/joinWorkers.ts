import type { ProcessChannel, ToPrimary, ToWorker } from './messages.ts';
import { createTakeBatch, type Later } from './takeBatch.ts';
import type { CountCalls, Reading, Workers } from './workers.ts';

/**
 * Joins this worker with the others, through its primary process.
 *
 * @param number the worker's number
 */
export function joinWorkers(
  number: number,
  channel: ProcessChannel<ToWorker, ToPrimary>,
  later: Later = setTimeout,
): Workers {
  const counts = new Map<string, CountCalls>();
  const requests = new Map<number, (readings: readonly Reading[]) => void>();
  let lastRequest = 0;
  let readOwn: () => Promise<Reading> = async () => [];
  const tell = createTakeBatch((takes, done) => channel.send({ type: 'takes', takes }, done), later);

  channel.listen((message) => {
    if (message.type === 'takes') {
      for (const { set, key, limit, calls } of message.takes) counts.get(set)?.(key, limit, calls);
    } else if (message.type === 'readMetrics') {
      const { id } = message;
      void readOwn().then((reading) => channel.send({ type: 'metrics', id, reading }));
    } else if (message.type === 'metrics') {
      requests.get(message.id)?.(message.readings);
      requests.delete(message.id);
    }
  });

  return {
    number,
    joinBuckets(set, count) {
      // Two sets of one name would count each other's calls.
      if (counts.has(set)) throw new Error(`Two sets of buckets are called ${set}`);
      counts.set(set, count);
      return (key, limit, calls) => tell({ set, key, limit, calls });
    },
    joinMetrics(read) {
      readOwn = read;
      return async () => {
        lastRequest += 1;
        const id = lastRequest;
        const others = new Promise<readonly Reading[]>((resolve) => requests.set(id, resolve));
        channel.send({ type: 'readMetrics', id });
        return [await read(), ...(await others)];
      };
    },
  };
}
