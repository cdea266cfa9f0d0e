/**
 * The real client for tests: wired to a service in process, in a page that knows the few browser parts that the client
 * touches, with timers that fire when the test lets time pass.
 */
export {
  type BrowserPage,
  type BrowserProfile,
  createBrowserProfile,
  type FrameScript,
} from './browserProfile.ts';
export { type MovableTimers, movableTimers } from './movableTimers.ts';
export { createTestClient, type TestClient, type TestClientOptions } from './testClient.ts';
