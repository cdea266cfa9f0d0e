/** A message as it lies on a topic. The relay cannot read it: page and phone seal what they say. */
export interface Letter {
  readonly id: string;
  readonly topic: string;
  readonly message: string;
  readonly tag: number;
  readonly publishedAtMs: number;
}

interface KeptLetter extends Letter {
  readonly expiresAtMs: number;
  readonly sender: string;
  /** Clients that said they have it. */
  readonly receivers: Set<string>;
}

export interface Mailbox {
  /** Keeps a message for its time. */
  put(sender: string, letter: Letter, ttlS: number): void;
  /** What a client has not acknowledged of a topic, in order. */
  listFor(client: string, topic: string): Letter[];
  acknowledge(client: string, id: string): void;
  /** Every message that is kept, for tests that look at what passes here. */
  list(): Letter[];
}

/** No more characters are kept: pages of strangers reach what listens on a developer's machine. */
const maxLength = 32_000_000;

/** Keeps messages until their time is over. */
export function createMailbox(now: () => number): Mailbox {
  let letters: KeptLetter[] = [];
  const alive = () => {
    letters = letters.filter(({ expiresAtMs }) => expiresAtMs > now());
    let length = letters.reduce((sum, { message }) => sum + message.length, 0);
    for (let oldest = letters[0]; oldest && length > maxLength; oldest = letters[0]) {
      length -= oldest.message.length;
      letters.shift();
    }
    return letters;
  };
  return {
    put(sender, letter, ttlS) {
      letters.push({
        ...letter,
        sender,
        expiresAtMs: letter.publishedAtMs + ttlS * 1_000,
        receivers: new Set(),
      });
      alive();
    },
    listFor: (client, topic) =>
      alive().filter((one) => one.topic === topic && one.sender !== client && !one.receivers.has(client)),
    acknowledge(client, id) {
      letters.find((one) => one.id === id)?.receivers.add(client);
    },
    list: () => [...alive()],
  };
}
