import { renderToString } from 'react-dom/server';
import { expect, it } from 'vitest';
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

it("the provider renders the host's children and reports an invalid option as an error", () => {
  expect(render('too-short')).toBe(
    `<output>${JSON.stringify({ ...calm, error: 'invalid_app_id' })}</output>`,
  );
});

it('a hook outside the provider tells the developer that the provider is missing', () => {
  expect(() => renderToString(<Host />)).toThrow('Latchkey hooks work only inside <LatchkeyProvider>');
});
