import { defaultEnvironment, type Environment } from '../environment.ts';

/** A result that only the page that asked can read, base64 both. */
export interface SealedResult {
  readonly encryptedResult: string;
  /** 12 random bytes. */
  readonly iv: string;
}

/**
 * Seals a result for a requester that asked sealed: the bare text, compressed (zlib), by AES-256-GCM. It keeps what
 * travels in messages from other pages; the page that seals has it in any case.
 *
 * @param input.key `sealKey` of the ask: 32 bytes as base64
 * @example
 * opener.postMessage({ type, ...(await sealResult({ key: ask.sealKey, result: signature })) }, ask.requester.origin);
 */
export async function sealResult(
  { key, result }: { readonly key: string; readonly result: string },
  random: Environment['random'] = defaultEnvironment().random,
): Promise<SealedResult> {
  const raw = Uint8Array.from(atob(key), (letter) => letter.charCodeAt(0));
  const sealing = await crypto.subtle.importKey('raw', raw, 'AES-GCM', false, ['encrypt']);
  const iv = random(new Uint8Array(12));
  const sealed = await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, sealing, await compress(result));
  return { encryptedResult: toBase64(new Uint8Array(sealed)), iv: toBase64(iv) };
}

function compress(text: string): Promise<ArrayBuffer> {
  const packed = new Blob([text]).stream().pipeThrough(new CompressionStream('deflate'));
  return new Response(packed).arrayBuffer();
}

const toBase64 = (bytes: Uint8Array) => btoa(String.fromCharCode(...bytes));
