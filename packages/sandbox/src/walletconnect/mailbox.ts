/** A message on a topic, which page and phone have encrypted. */
export interface RelayMessage {
  readonly id: string;
  readonly topic: string;
  readonly message: string;
  readonly tag: number;
  readonly publishedAtMs: number;
}

interface KeptMessage extends RelayMessage {
  readonly expiresAtMs: number;
  readonly sender: string;
  /** Clients that have acknowledged it. */
  readonly receivers: Set<string>;
}

export interface Mailbox {
  put(sender: string, relayed: RelayMessage, ttlS: number): void;
  /** Lists the messages of a topic, in order, except those that the client sent or has acknowledged. */
  listFor(client: string, topic: string): RelayMessage[];
  acknowledge(client: string, id: string): void;
  /** Lists all stored messages, for tests. */
  list(): RelayMessage[];
}

/**
 * Maximum number of characters in all stored messages. A malicious page in the developer's browser can reach this
 * server, and could otherwise fill its memory with large messages.
 */
const maxLength = 32_000_000;

/** Stores messages until they expire, or newer ones need their room. */
export function createMailbox(now: () => number): Mailbox {
  let messages: KeptMessage[] = [];
  const alive = () => {
    messages = messages.filter(({ expiresAtMs }) => expiresAtMs > now());
    let length = messages.reduce((sum, { message }) => sum + message.length, 0);
    for (let oldest = messages[0]; oldest && length > maxLength; oldest = messages[0]) {
      length -= oldest.message.length;
      messages.shift();
    }
    return messages;
  };
  return {
    put(sender, relayed, ttlS) {
      messages.push({
        ...relayed,
        sender,
        expiresAtMs: relayed.publishedAtMs + ttlS * 1_000,
        receivers: new Set(),
      });
      alive();
    },
    listFor: (client, topic) =>
      alive().filter((one) => one.topic === topic && one.sender !== client && !one.receivers.has(client)),
    acknowledge(client, id) {
      messages.find((one) => one.id === id)?.receivers.add(client);
    },
    list: () => [...alive()],
  };
}
