import { randomUUID } from 'node:crypto';

/** A delivered message, in the response format of `GET /inbox` (docs/contracts.md, Sandbox inbox). */
export interface InboxMessage {
  id: string;
  channel: 'email' | 'sms';
  to: string;
  subject?: string;
  text: string;
  /** Six digits on a line of their own, or in an SMS between white space. */
  code?: string;
  /** Time of arrival, ISO 8601. */
  sent_at: string;
}

export interface Inbox {
  /** Lists the messages to one address (case-insensitive) or number, or all, newest first. */
  list(to?: string): InboxMessage[];
  /** Stores a message with an id and a time. The oldest are dropped if a limit is exceeded. */
  add(
    message: Pick<InboxMessage, 'to' | 'subject' | 'text'> & Partial<Pick<InboxMessage, 'channel'>>,
  ): InboxMessage;
  clear(): void;
  /** Changes whenever the contents do. The page polls it. */
  readonly version: string;
}

interface InboxOptions {
  maxMessages?: number;
  /** Limit for all recipients, subjects and texts together, in UTF-16 units. */
  maxSize?: number;
  now?: () => number;
}

/** Creates an inbox in memory with a limited size. Defaults: 500 messages, 8 million characters. */
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
