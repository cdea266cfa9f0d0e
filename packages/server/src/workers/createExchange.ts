import type { ToPrimary, ToWorker } from './messages.ts';
import { createTakeBatch, type Later } from './takeBatch.ts';
import type { Reading } from './workers.ts';

/** Time for a worker to read its metrics, in ms. A worker that hangs is left out. */
const longestReadMs = 1_000;

/** Passes messages between workers. The primary process has one. */
export interface Exchange {
  /** Adds a worker that listens. `send` sends it a message, and calls `done` when the message has left. */
  add(worker: number, send: (message: ToWorker, done?: () => void) => void): void;
  remove(worker: number): void;
  receive(from: number, message: ToPrimary): void;
}

interface Member {
  readonly send: (message: ToWorker) => void;
  readonly tell: ReturnType<typeof createTakeBatch>;
}

interface MetricsRequest {
  readonly missing: Set<number>;
  readonly readings: Reading[];
  end(): void;
}

export function createExchange(later: Later = setTimeout): Exchange {
  const members = new Map<number, Member>();
  const requests = new Map<number, MetricsRequest>();
  let lastRequest = 0;

  const othersOf = (worker: number) => [...members].filter(([number]) => number !== worker);

  function requestMetrics(from: number, theirId: number): void {
    lastRequest += 1;
    const id = lastRequest;
    const others = othersOf(from);
    const readings: Reading[] = [];
    const end = () => {
      if (requests.delete(id)) members.get(from)?.send({ type: 'metrics', id: theirId, readings });
    };
    requests.set(id, { missing: new Set(others.map(([number]) => number)), readings, end });
    for (const [, { send }] of others) send({ type: 'readMetrics', id });
    if (others.length === 0) end();
    else later(end, longestReadMs);
  }

  function takeReading(from: number, id: number, reading: Reading): void {
    const request = requests.get(id);
    if (!request?.missing.delete(from)) return;
    request.readings.push(reading);
    if (request.missing.size === 0) request.end();
  }

  return {
    add(worker, send) {
      const tell = createTakeBatch((takes, done) => send({ type: 'takes', takes }, done), later);
      members.set(worker, { send, tell });
    },
    remove(worker) {
      members.delete(worker);
      for (const request of requests.values()) {
        if (request.missing.delete(worker) && request.missing.size === 0) request.end();
      }
    },
    receive(from, message) {
      if (message.type === 'takes') {
        for (const [, { tell }] of othersOf(from)) message.takes.forEach(tell);
      } else if (message.type === 'readMetrics') requestMetrics(from, message.id);
      else if (message.type === 'metrics') takeReading(from, message.id, message.reading);
    },
  };
}
