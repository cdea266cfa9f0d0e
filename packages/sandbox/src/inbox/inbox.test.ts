import { describe, expect, it } from 'vitest';
import { createInbox } from './inbox.ts';

describe('inbox', () => {
  it('the inbox drops the oldest message if it holds too many', () => {
    const inbox = createInbox({ maxMessages: 2 });
    for (const text of ['one', 'two', 'three']) inbox.add({ to: 'a@example.com', text });
    expect(inbox.list().map((message) => message.text)).toEqual(['three', 'two']);
  });

  it('the inbox drops the oldest message if the texts become too long', () => {
    const inbox = createInbox({ maxSize: 100 });
    for (let count = 0; count < 50; count += 1) inbox.add({ to: 'a', text: 'x'.repeat(40) });
    expect(inbox.list()).toHaveLength(2);
    inbox.clear();
    for (let count = 0; count < 2; count += 1) inbox.add({ to: 'a', text: 'x'.repeat(40) });
    expect(inbox.list()).toHaveLength(2);
  });

  it('the inbox keeps the newest message, however long it is', () => {
    const inbox = createInbox({ maxSize: 10 });
    inbox.add({ to: 'a', text: 'x'.repeat(40) });
    expect(inbox.list()).toHaveLength(1);
  });

  it('the version of the inbox changes after each change', () => {
    const inbox = createInbox();
    const versions = [inbox.version];
    inbox.add({ to: 'a', text: 'x' });
    versions.push(inbox.version);
    inbox.clear();
    versions.push(inbox.version);
    expect(new Set(versions).size).toBe(3);
  });
});
