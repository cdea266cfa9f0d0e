/** Reports a page's use to the service. Uses `http` through the page context. */
export { sendAnalyticsEvent } from './sendAnalyticsEvent.ts';
