import { ServiceError } from '@latchkey/wire';
import { expect, test } from 'vitest';
import { calm } from '../recoveryRoads.testkit.ts';
import type { ModalRequest } from '../request.ts';
import { follow } from '../roads.ts';
import type { Departure, Entry } from '../state.ts';
import { conflictOf, offer } from './accountRoads.testkit.ts';

test('an account at a provider that could not be moved begins anew there, also on a page that came back', () => {
  const error = new ServiceError('invalid_credentials');
  const departure = { screen: 'LINK_CONFLICT_SCREEN', exit: 'failed', payload: { error } } as const;
  const request: ModalRequest = { intent: 'link', input: { method: 'google', isBack: true } };
  const previous = {
    name: 'AWAITING_OAUTH_SCREEN',
    props: { provider: 'google', act: 'link', step: 'leave' },
  };
  expect(follow(departure, calm, { entry: conflictOf({ method: 'google', offer }), request })).toEqual({
    to: { name: 'ERROR_SCREEN', props: { error, previous } },
    failure: error,
  });
});

test('a confirmation leads to what was wanted, also by way of Farcaster, from where there is a way back', () => {
  const next = conflictOf({ method: 'email', offer });
  const request: ModalRequest = { intent: 'link', input: { method: 'email' } };
  const choice = { name: 'CONFIRM_LOGIN_SCREEN', props: { next } } as const;
  const byFarcaster = {
    name: 'AWAITING_FARCASTER_CONNECTION',
    props: { act: 'confirm', next },
  } as const;
  const payload = { confirmed: true } as const;
  const walk = (departure: Departure, entry: Entry) => follow(departure, calm, { entry, request });
  const leave = (screen: Departure['screen'], exit: string, given?: object) =>
    ({ screen, exit, payload: given }) as Departure;

  expect(walk(leave(choice.name, 'confirmed', payload), choice)).toEqual({ to: next });
  expect(walk(leave(choice.name, 'farcaster'), choice)).toEqual({ to: byFarcaster });
  expect(walk(leave(byFarcaster.name, 'confirmed', payload), byFarcaster)).toEqual({ to: next });
  expect(walk(leave(byFarcaster.name, 'back'), byFarcaster)).toEqual({ to: choice });
});
