import { ServiceError } from '@latchkey/wire';
import { expect, test } from 'vitest';
import { calm } from '../recoveryRoads.testkit.ts';
import type { ModalRequest } from '../request.ts';
import { follow } from '../roads.ts';
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
