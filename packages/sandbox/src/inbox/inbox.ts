import { randomUUID } from 'node:crypto';

/** One delivered message, in the shape that `GET /inbox` answers (contracts, "Sandbox inbox"). */
export interface InboxMessage {
  id: string;
  channel: 'email' | 'sms';
  /** The address (the envelope's, not the header's) or number that it was delivered to. */
  to: string;
  subject?: string;
  text: string;
  /** Six digits that stand on a line of their own, or in an SMS between white space. */
  code?: string;
  /** ISO 8601, when it arrived. */
  sent_at: string;
}

export interface Inbox {
  /** The messages to one address (letter case ignored) or number, or all; newest first. */
  list(to?: string): InboxMessage[];
  /** Keeps a message and gives it an id and a time; the oldest leave when the bounds are reached. */
  add(
    message: Pick<InboxMessage, 'to' | 'subject' | 'text'> & Partial<Pick<InboxMessage, 'channel'>>,
  ): InboxMessage;
  clear(): void;
  /** Changes whenever the contents do; the page polls by it. */
  readonly version: string;
}

interface InboxOptions {
  maxMessages?: number;
  /** Bound of all texts and subjects together, in UTF-16 units. */
  maxSize?: number;
  now?: () => number;
}

/**
 * Creates an inbox that lives in memory and stays bounded, however long a development server runs.
 * Defaults: 500 messages, 8 million characters.
 */
export function createInbox({
  maxMessages = 500,
  maxSize = 8_000_000,
  now = Date.now,
}: InboxOptions = {}): Inbox {
  const birth = randomUUID();
  let changes = 0;
  let size = 0;
  let messages: InboxMessage[] = [];

  return {
    list(to) {
      const address = to?.toLowerCase();
      return address === undefined
        ? [...messages]
        : messages.filter((one) => one.to.toLowerCase() === address);
    },

    add({ channel = 'email', to, subject, text }) {
      const code = codeIn(text, channel);
      const message: InboxMessage = {
        id: randomUUID(),
        channel,
        to,
        ...(subject === undefined ? {} : { subject }),
        text,
        ...(code === null ? {} : { code }),
        sent_at: new Date(now()).toISOString(),
      };
      messages.unshift(message);
      size += sizeOf(message);
      while (messages.length > 1 && (messages.length > maxMessages || size > maxSize)) {
        const oldest = messages.pop();
        if (oldest) size -= sizeOf(oldest);
      }
      changes += 1;
      return message;
    },

    clear() {
      messages = [];
      size = 0;
      changes += 1;
    },

    get version() {
      return `${birth}-${changes}`;
    },
  };
}

function sizeOf(message: InboxMessage): number {
  return message.to.length + message.text.length + (message.subject?.length ?? 0);
}

function codeIn(text: string, channel: InboxMessage['channel']): string | null {
  const pattern = channel === 'email' ? /^[^\S\n]*(\d{6})[^\S\n]*$/m : /(?:^|\s)(\d{6})(?!\S)/;
  return pattern.exec(text)?.[1] ?? null;
}
