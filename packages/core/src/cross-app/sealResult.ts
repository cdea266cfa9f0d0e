import { defaultEnvironment, type Environment } from '../environment.ts';

/** Result, encrypted for the requesting page. Both fields are base64. */
export interface SealedResult {
  readonly encryptedResult: string;
  /** 12 random bytes. */
  readonly iv: string;
}

/**
 * Seals a result for a requester: compresses the text (zlib) and encrypts it (AES-256-GCM). A page that receives the
 * message without having the key cannot read it.
 *
 * @param input.key `sealKey` of the request: 32 bytes as base64
 * @example
 * const sealed = await sealResult({ key: request.sealKey, result: signature });
 * opener.postMessage({ type, ...sealed }, request.requester.origin);
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
