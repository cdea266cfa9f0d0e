import { createClient } from '@latchkey/core';
import { ServiceError } from '@latchkey/wire';
import { renderToString } from 'react-dom/server';
import { afterEach, beforeEach, expect, it, type MockInstance, vi } from 'vitest';
import { type Binding, BindingContext, type BindingResult, notReady } from '../binding.ts';
import { type OpenLogin, type UseLoginOptions, useLogin } from './useLogin.ts';

const client = createClient({
  apiUrl: 'https://auth.tidewater.example',
  appId: 'latchkey-demo-app-0000001',
});

let errors: MockInstance;
let warnings: MockInstance;
beforeEach(() => {
  errors = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  warnings = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
});
afterEach(() => vi.restoreAllMocks());

/** Calls `login()` of a component below a provider that holds this. */
function login(result: BindingResult, options?: UseLoginOptions, ...input: Parameters<OpenLogin>): void {
  let start: OpenLogin = () => {};
  function Button() {
    start = useLogin(options).login;
    return null;
  }
  renderToString(
    <BindingContext.Provider value={result}>
      <Button />
    </BindingContext.Provider>,
  );
  start(...input);
}

/** A binding whose modal ends every visit with this failure. */
function bindingThatFails(error: Error, state: Partial<typeof notReady> = {}) {
  const open = vi.fn().mockRejectedValue(error);
  const modal: Binding['modal'] = {
    isOpen: () => false,
    subscribe: () => () => {},
    awaiting: new Set(),
    open,
    confirm: () => Promise.reject(error),
    confirmed: () => Promise.reject(error),
    resume: async () => {},
    onReturn: () => () => {},
    close() {},
    setPanel() {},
  };
  const binding = { client: { ...client, getState: () => ({ ...notReady, ...state }) }, modal };
  return { open, result: { binding, error: null } };
}

it('writes a failure that no one listens for to the console, and an exit of the person not', async () => {
  login(bindingThatFails(new ServiceError('network_error')).result);
  await expect.poll(() => errors).toHaveBeenCalledOnce();
  expect(errors).toHaveBeenCalledWith(expect.stringMatching(/^\[latchkey\] login\(\) failed: /));

  const heard: string[] = [];
  login(bindingThatFails(new ServiceError('exited_auth_flow')).result);
  login(bindingThatFails(new ServiceError('network_error')).result, {
    onError: ({ code }) => heard.push(code),
  });
  await expect.poll(() => heard).toEqual(['network_error']);
  expect(errors).toHaveBeenCalledOnce();
});

it('[ERR-28] [ERR-26] reports a failure that says nothing of itself to the callback as unknown_auth_error', async () => {
  const heard: ServiceError[] = [];
  const cause = new Error('the code of the modal is broken');
  login(bindingThatFails(cause).result, { onError: (error) => heard.push(error) });
  await expect.poll(() => heard).toMatchObject([{ code: 'unknown_auth_error', cause }]);
});

it('hands what was asked for to the modal, and an event of a button not', () => {
  const { open, result } = bindingThatFails(new ServiceError('exited_auth_flow'));
  login(result, {}, { disableSignup: true });
  login(result, {}, { nativeEvent: {} as Event });
  expect(open.mock.calls).toEqual([
    ['login', { disableSignup: true }],
    ['login', {}],
  ]);
});

it('says what is wrong with the options of the provider when a user logs in', async () => {
  login({ binding: null, error: new ServiceError('invalid_app_id') });
  await expect.poll(() => errors).toHaveBeenCalledOnce();
  expect(errors.mock.calls[0]?.[0]).toContain('docs/reference/errors.md#invalid_app_id');
});

it('is ignored with a warning while a user is logged in, also when the user is not known yet', () => {
  const { open, result } = bindingThatFails(new ServiceError('network_error'), { authenticated: true });
  login(result);
  expect(warnings).toHaveBeenCalledOnce();
  expect(open).not.toHaveBeenCalled();
});
