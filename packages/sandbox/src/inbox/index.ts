/**
 * Inbox of the messages that the stand-ins delivered, as data, as JSON and as a page. Owns the messages, in memory.
 * The mail server and the SMS gateway add to it; tests and developers read it.
 */
export { createInbox, type Inbox, type InboxMessage } from './inbox.ts';
export { createInboxRoutes } from './inboxRoutes.ts';
