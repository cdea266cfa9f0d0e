/** A message as it lies on a topic. The relay cannot read it: page and phone seal what they say. */
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
  /** Clients that said they have it. */
  readonly receivers: Set<string>;
}

export interface Mailbox {
  /** Keeps a message for its time. */
  put(sender: string, relayed: RelayMessage, ttlS: number): void;
  /** What a client has not acknowledged of a topic, in order. */
  listFor(client: string, topic: string): RelayMessage[];
  acknowledge(client: string, id: string): void;
  /** Every message that is kept, for tests that look at what passes here. */
  list(): RelayMessage[];
}

/** No more characters are kept: pages of strangers reach what listens on a developer's machine. */
const maxLength = 32_000_000;

/** Keeps messages until their time is over. */
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
