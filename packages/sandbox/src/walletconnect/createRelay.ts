import { randomUUID } from 'node:crypto';
import { createMailbox, type RelayMessage } from './mailbox.ts';
import { type Caller, methods, type RelayError, subscriptionOf } from './methods.ts';

/** Faults of the relay, for tests. */
export interface RelayFaults {
  /** Loses the next published messages after acknowledging them. */
  lose(count: number): void;
  /** Holds back every delivery until the returned function is called. */
  hold(): () => void;
}

/** One connection of a client. A client can have several. */
interface Wire {
  readonly client: string;
  readonly topics: Set<string>;
  /** Unacknowledged deliveries: ids of the request and of its message. */
  readonly underWay: Map<string, string>;
  send(text: string): void;
}

export interface Relay {
  readonly faults: RelayFaults;
  messages(): RelayMessage[];
  /** Returns the total number of topics that the connections are subscribed to. */
  listening(): number;
  /**
   * Adds a connection of an authenticated client. Unacknowledged messages are delivered again when the client
   * subscribes on its next connection.
   */
  join(client: string, send: Wire['send']): { hear(text: string): void; leave(): void };
}

export function createRelay(now: () => number): Relay {
  const mailbox = createMailbox(now);
  const wires = new Set<Wire>();
  let lost = 0;
  let told = 0;
  let isHeld = false;

  function deliver(wire: Wire, relayed: RelayMessage): void {
    // 13 digits of the time and 6 of a counter, as a string, because a JavaScript number cannot hold that many.
    told += 1;
    const id = `${now()}${String(told % 1_000_000).padStart(6, '0')}`;
    wire.underWay.set(id, relayed.id);
    const { topic, message, tag, publishedAtMs } = relayed;
    const data = { topic, message, tag, publishedAt: publishedAtMs };
    const params = { id: subscriptionOf(wire.client, topic), data };
    wire.send(JSON.stringify({ id, jsonrpc: '2.0', method: 'irn_subscription', params }));
  }

  function deliverTopic(wire: Wire, topic: string): void {
    if (isHeld) return;
    const open = new Set(wire.underWay.values());
    for (const relayed of mailbox.listFor(wire.client, topic))
      if (!open.has(relayed.id)) deliver(wire, relayed);
  }

  function deliverAll(): void {
    for (const wire of wires) for (const topic of wire.topics) deliverTopic(wire, topic);
  }

  const callerOf = (wire: Wire): Caller => ({
    subscribe(topic) {
      if (wire.topics.size >= maxTopics) throw Object.assign(new Error('Too many topics'), { code: -32000 });
      wire.topics.add(topic);
      // Delivered after the response, as the client expects.
      queueMicrotask(() => deliverTopic(wire, topic));
      return subscriptionOf(wire.client, topic);
    },
    unsubscribe: (topic) => void wire.topics.delete(topic),
    publish(relayed, ttlS) {
      if (lost > 0) {
        lost -= 1;
        return;
      }
      mailbox.put(wire.client, { ...relayed, id: randomUUID(), publishedAtMs: now() }, ttlS);
      queueMicrotask(deliverAll);
    },
    fetch: (topic) => mailbox.listFor(wire.client, topic),
  });

  function hear(wire: Wire, text: string): void {
    const said = readMessage(text);
    if (!said) {
      wire.send(answer(null, { error: { code: -32700, message: 'Parse error' } }));
      return;
    }
    const { id, method, params } = said;
    if (method === null) {
      const relayed = wire.underWay.get(String(id));
      wire.underWay.delete(String(id));
      if (relayed) mailbox.acknowledge(wire.client, relayed);
      return;
    }
    const act = Object.hasOwn(methods, method) ? methods[method] : undefined;
    wire.send(answer(id, act ? attempt(() => act(callerOf(wire), params)) : unknownMethod));
  }

  return {
    messages: mailbox.list,
    listening: () => [...wires].reduce((sum, { topics }) => sum + topics.size, 0),
    faults: {
      lose(count) {
        lost = count;
      },
      hold() {
        isHeld = true;
        return () => {
          isHeld = false;
          deliverAll();
        };
      },
    },
    join(client, send) {
      const wire: Wire = { client, send, topics: new Set(), underWay: new Map() };
      wires.add(wire);
      return { hear: (text) => hear(wire, text), leave: () => wires.delete(wire) };
    },
  };
}

const maxTopics = 2_000;

const unknownMethod = { error: { code: -32601, message: 'Method not found' } };

const answer = (id: unknown, result: { result: unknown } | { error: RelayError }) =>
  JSON.stringify({ id, jsonrpc: '2.0', ...result });

function attempt(act: () => unknown): { result: unknown } | { error: RelayError } {
  try {
    return { result: act() };
  } catch (cause) {
    const { code = -32603, message = 'Internal error' } = cause as Partial<RelayError>;
    return { error: { code, message } };
  }
}

/** @returns null if it is not JSON-RPC; a `method` of null is an acknowledgement */
function readMessage(
  text: string,
): { id: string | number; method: string | null; params: Record<string, unknown> } | null {
  try {
    const { id, jsonrpc, method, params } = JSON.parse(text) as Record<string, unknown>;
    if (jsonrpc !== '2.0' || (typeof id !== 'string' && typeof id !== 'number')) return null;
    if (method === undefined) return { id, method: null, params: {} };
    if (typeof method !== 'string' || typeof params !== 'object' || params === null) return null;
    return { id, method, params: { ...params } };
  } catch {
    return null;
  }
}
