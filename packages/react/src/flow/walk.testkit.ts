import { expect, vi } from 'vitest';
import type { ExitsOf, PropsOf, ScreenName } from '../screens/index.ts';
import type { Course } from './detours/course.ts';
import { createFlow, type Flow } from './flow.ts';
import type { ModalRequest, Outcome } from './request.ts';
import type { Facts } from './roads.ts';
import type { Departure, Visit } from './state.ts';

/** A person's way through the modal, over the real flow. The clock is the test's. */
export interface Walk {
  readonly flow: Flow;
  readonly outcome: Promise<Outcome>;
  logOuts: number;
  /** What is so around the modal from now on. */
  set(change: Partial<Facts>): void;
  /** Says which screen is on, and with which data, as far as they are named. */
  at<N extends ScreenName>(screen: N, props?: Partial<PropsOf<N>>): PropsOf<N>;
  /** Leaves the screen that is on, which must be this one. */
  leave<N extends ScreenName, X extends keyof ExitsOf<N> & string>(
    screen: N,
    exit: X,
    ...payload: ExitsOf<N>[X] extends undefined ? [] : [ExitsOf<N>[X]]
  ): void;
  /** Lets as much time go by as the next thing takes, to the millisecond. */
  after(ms: number): void;
}

const calm: Facts = {
  authenticated: true,
  termsDue: false,
  walletDue: false,
  captchaPending: false,
  walletFrameUp: true,
  recovery: { options: [], isRequired: false, isPasswordRequired: false },
  findWallet: () => null,
};

/** Opens the modal. Call `vi.useFakeTimers()` before. */
export function beginWalk(request: ModalRequest, change: Partial<Facts> = {}, course?: Course): Walk {
  let facts: Facts = { ...calm, ...change };
  const flow = createFlow({
    getFacts: () => facts,
    leave: () => {},
    logOut() {
      walk.logOuts += 1;
    },
    ...(course ? { course } : {}),
  });
  const visit = () => flow.getState() as Visit;
  const walk: Walk = {
    flow,
    outcome: flow.open(request),
    logOuts: 0,
    set(changed) {
      facts = { ...facts, ...changed };
    },
    at(screen, props = {}) {
      const { entry } = visit();
      expect(entry).toMatchObject({ name: screen, props });
      return entry.props as never;
    },
    leave(screen, exit, ...[payload]) {
      expect(visit().entry.name).toBe(screen);
      flow.depart(visit().entry, { screen, exit, payload } as unknown as Departure);
    },
    after(ms) {
      const { entry, phase } = visit();
      const isAsBefore = () => visit().entry === entry && visit().phase === phase;
      vi.advanceTimersByTime(ms - 1);
      expect(isAsBefore()).toBe(true);
      vi.advanceTimersByTime(1);
      expect(isAsBefore()).toBe(false);
    },
  };
  vi.advanceTimersByTime(15);
  return walk;
}
