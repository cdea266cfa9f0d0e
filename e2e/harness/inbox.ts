import { setTimeout as sleep } from 'node:timers/promises';

interface InboxMessage {
  id: string;
  to: string;
  subject?: string;
  text: string;
  code?: string;
}

/** Messages that a user gets by email and SMS, read over HTTP from the sandbox's inbox (docs/contracts.md). */
export interface Inbox {
  /** Lists the stored messages to an address or phone number, newest first. */
  list(to: string): Promise<InboxMessage[]>;
  /** Waits for a new message with a code and returns the newest code. Later calls skip it and all older ones. */
  nextCode(to: string): Promise<string>;
}

const waitMs = 60_000;

export function openInbox(url: string): Inbox {
  const seen = new Set<string>();
  async function list(to: string): Promise<InboxMessage[]> {
    const response = await fetch(`${url}/inbox?to=${encodeURIComponent(to)}`);
    const { messages } = (await response.json()) as { messages: InboxMessage[] };
    return messages;
  }
  return {
    list,
    async nextCode(to) {
      for (let waited = 0; waited < waitMs; waited += 50) {
        const fresh = (await list(to)).filter((message) => message.code && !seen.has(message.id));
        for (const message of fresh) seen.add(message.id);
        if (fresh[0]?.code) return fresh[0].code;
        await sleep(50);
      }
      throw new Error(`no message with a code came to ${to} within ${waitMs} ms`);
    },
  };
}
