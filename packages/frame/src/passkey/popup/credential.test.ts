import { afterEach, expect, test, vi } from 'vitest';
import { usePasskey } from './credential.ts';

afterEach(() => void vi.unstubAllGlobals());

// Browsers return an ArrayBuffer. WebAuthn also allows a view, and extensions may answer in the browser's place.
test("takes a passkey's secret from the bytes that the authenticator's result covers, as a buffer or as part of one", async () => {
  const shared = Uint8Array.from({ length: 80 }, (_, index) => index);
  const result = shared.subarray(16, 48);
  for (const first of [result, new DataView(shared.buffer, 16, 32), result.slice().buffer]) {
    const rawId = new Uint8Array(16).buffer;
    const credential = { rawId, getClientExtensionResults: () => ({ prf: { results: { first } } }) };
    vi.stubGlobal('location', { hostname: 'auth.example.com' });
    vi.stubGlobal('navigator', { credentials: { get: async () => credential } });
    expect((await usePasskey('app')).secret).toEqual(result);
  }
});
