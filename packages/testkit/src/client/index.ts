/**
 * The real client for tests, wired to a test's service, in a page with the few browser parts that the client touches
 * and with timers that fire when the test advances time.
 */
export {
  type BrowserPage,
  type BrowserProfile,
  createBrowserProfile,
  type FrameScript,
} from './browserProfile.ts';
export { type MovableTimers, movableTimers } from './movableTimers.ts';
export { createTestClient, type TestClient, type TestClientOptions } from './testClient.ts';
