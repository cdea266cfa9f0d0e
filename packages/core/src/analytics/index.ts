/** Reports a page's use to the service. Uses `http` through the page context, and stores nothing. */
export { sendAnalyticsEvent } from './sendAnalyticsEvent.ts';
