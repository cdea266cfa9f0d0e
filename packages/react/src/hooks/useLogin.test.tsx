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

/** Renders a component with `useLogin` under this binding, and calls its `login()`. */
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

it('login() writes a failure to the console if there is no onError callback, but not if the user closed the modal', async () => {
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

it('[ERR-28] [ERR-26] login() reports an error without a code to onError as unknown_auth_error', async () => {
  const heard: ServiceError[] = [];
  const cause = new Error('the code of the modal is broken');
  login(bindingThatFails(cause).result, { onError: (error) => heard.push(error) });
  await expect.poll(() => heard).toMatchObject([{ code: 'unknown_auth_error', cause }]);
});

it('login() passes its input to the modal, but not a click event', () => {
  const { open, result } = bindingThatFails(new ServiceError('exited_auth_flow'));
  login(result, {}, { disableSignup: true });
  login(result, {}, { nativeEvent: {} as Event });
  expect(open.mock.calls).toEqual([
    ['login', { disableSignup: true }],
    ['login', {}],
  ]);
});

it("login() logs the provider's invalid option, with a link to the error's documentation", async () => {
  login({ binding: null, error: new ServiceError('invalid_app_id') });
  await expect.poll(() => errors).toHaveBeenCalledOnce();
  expect(errors.mock.calls[0]?.[0]).toContain(
    'https://latchkey.github.io/latchkey/reference/errors#invalid_app_id',
  );
});

it('login() logs a warning and opens no modal if there is a session, even if its user is not loaded yet', () => {
  const { open, result } = bindingThatFails(new ServiceError('network_error'), { authenticated: true });
  login(result);
  expect(warnings).toHaveBeenCalledOnce();
  expect(open).not.toHaveBeenCalled();
});
