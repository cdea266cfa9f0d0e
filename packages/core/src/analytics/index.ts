/**
 * Reports a page's use to the service. Uses `http`. Stores nothing besides the client analytics id, which `storage`
 * keeps.
 */
export { sendAnalyticsEvent } from './sendAnalyticsEvent.ts';
