/**
 * The inbox room: what the stand-ins delivered, as data, as JSON and as a page.
 * It owns the messages (memory only) and their two faces; the mail server adds to it, tests and people read it.
 */
export { createInbox, type Inbox, type InboxMessage } from './inbox.ts';
export { createInboxRoutes } from './inboxRoutes.ts';
