/**
 * The analytics room: what a page tells the service of its use. It asks http; it stores nothing besides the client
 * analytics id, which storage keeps.
 */
export { sendAnalyticsEvent } from './sendAnalyticsEvent.ts';
