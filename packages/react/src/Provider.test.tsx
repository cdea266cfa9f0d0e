import { renderToString } from 'react-dom/server';
import { expect, it, vi } from 'vitest';
import { useLatchkey } from './hooks/useLatchkey.ts';
import { LatchkeyPanel } from './LatchkeyPanel.tsx';
import { LatchkeyProvider } from './Provider.tsx';

const appId = 'latchkey-demo-app-0000001';

function Host() {
  const { ready, authenticated, user, error, isModalOpen } = useLatchkey();
  return (
    <output>{JSON.stringify({ ready, authenticated, user, error: error?.code ?? null, isModalOpen })}</output>
  );
}

const render = (id: string) =>
  renderToString(
    <LatchkeyProvider apiUrl="https://auth.tidewater.example" appId={id}>
      <Host />
      <LatchkeyPanel />
    </LatchkeyProvider>,
  ).replaceAll('&quot;', '"');

const calm = { ready: false, authenticated: false, user: null, error: null, isModalOpen: false };

it("on a server, the provider renders the host's children with a state that is not ready", () => {
  expect(render(appId)).toBe(`<output>${JSON.stringify(calm)}</output>`);
});

it('on a server, the provider reads no clock and no random number, which Next.js refuses in a page that it prerenders', () => {
  const spies = [vi.spyOn(Date, 'now'), vi.spyOn(Math, 'random'), vi.spyOn(crypto, 'getRandomValues')];
  render(appId);
  const calls = spies.map(({ mock }) => mock.calls.length);
  for (const spy of spies) spy.mockRestore();
  expect(calls).toEqual([0, 0, 0]);
});

it("the provider renders the host's children and reports an invalid option as an error", () => {
  expect(render('too-short')).toBe(
    `<output>${JSON.stringify({ ...calm, error: 'invalid_app_id' })}</output>`,
  );
});

it('a hook outside the provider tells the developer that the provider is missing', () => {
  expect(() => renderToString(<Host />)).toThrow('Latchkey hooks work only inside <LatchkeyProvider>');
});
