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

it('renders on a server, not ready', () => {
  expect(render(appId)).toBe(`<output>${JSON.stringify(calm)}</output>`);
});

it("renders the host's page and says what is wrong when an option is", () => {
  expect(render('too-short')).toBe(
    `<output>${JSON.stringify({ ...calm, error: 'invalid_app_id' })}</output>`,
  );
});

it('tells a developer who forgot the provider', () => {
  expect(() => renderToString(<Host />)).toThrow('Latchkey hooks work only inside <LatchkeyProvider>');
});
