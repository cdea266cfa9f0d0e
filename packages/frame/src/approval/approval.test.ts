import { describe, expect, it } from 'vitest';
import type { Frame } from '../frame.ts';
import { type Approval, approveByHost, approveByPerson, isApproval } from './approval.ts';

const given = approveByPerson();
/** Takes an approval, as the acts of the frame do. */
const take = (approval: Approval): boolean => isApproval(approval);

describe('[S14] an approval', () => {
  it('is what only its makers make, says whose it is, and cannot be changed', () => {
    expect([approveByHost(), given].map((one) => [isApproval(one), one.by])).toEqual([
      [true, 'host'],
      [true, 'person'],
    ]);
    expect(Object.isFrozen(given)).toBe(true);
    expect(Reflect.set(given, 'by', 'host')).toBe(false);
  });

  it('is neither to the compiler nor at run time what only has its form', () => {
    // @ts-expect-error a yes is none
    expect(take(true)).toBe(false);
    // @ts-expect-error nor is an object of the same form
    expect(take({ by: 'person' })).toBe(false);
    // @ts-expect-error nor one that is spread of an approval
    expect(take({ ...given })).toBe(false);
    // @ts-expect-error nor one that is spread around an approval's field
    expect(take({ approved: true, isApproved: true, by: given.by })).toBe(false);
    // @ts-expect-error nor what a frame is spread with
    const frame: Pick<Frame, 'approval'> = { approval: { ...given } };
    expect(isApproval(frame.approval)).toBe(false);
  });

  it.each<[string, () => unknown]>([
    ['its JSON', () => JSON.parse(JSON.stringify(given))],
    ['what a message between windows makes of it', () => structuredClone(given)],
    ['an heir of it', () => Object.create(given)],
    ['an object with its prototype', () => Object.create(Object.getPrototypeOf(given))],
    ['a proxy of it', () => new Proxy(given, {})],
    ['its class', () => given.constructor],
    ['nothing', () => null],
    ['a text', () => 'person'],
  ])('is not %s, whatever the compiler was told', (_, forge) => {
    expect(take(forge() as Approval)).toBe(false);
  });
});
