/** A wallet in a state's page. */
export interface PageWallet {
  readonly name: string;
  readonly rdns: string;
  /** Responds to a request. @default never responds */
  request?(method: string): Promise<unknown>;
}

/** Announces wallets as extensions do (EIP-6963). Returns a function that stops it. */
export function announce(wallets: readonly PageWallet[]): () => void {
  const tell = () => {
    for (const { name, rdns, request = () => new Promise(() => {}) } of wallets) {
      const provider = {
        request: ({ method }: { method: string }) => request(method),
        on() {},
        removeListener() {},
      };
      const info = { uuid: uuidOf(rdns), name, rdns, icon: iconOf(name) };
      const detail = Object.freeze({ info: Object.freeze(info), provider });
      window.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }));
    }
  };
  window.addEventListener('eip6963:requestProvider', tell);
  tell();
  return () => window.removeEventListener('eip6963:requestProvider', tell);
}

const uuidOf = (rdns: string) => {
  const digits = [...rdns]
    .map((letter) => letter.charCodeAt(0).toString(16))
    .join('')
    .padEnd(32, '0');
  return `${digits.slice(0, 8)}-${digits.slice(8, 12)}-4${digits.slice(13, 16)}-8${digits.slice(17, 20)}-${digits.slice(20, 32)}`;
};

/** Creates an icon whose colour is derived from a name. */
export function iconOf(name: string): string {
  const hue = [...name].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 360, 7);
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" fill="hsl(${hue} 62% 42%)"/><path d="M8 20c4-5 7-5 11 0s5 4 7 1" fill="none" stroke="#fff" stroke-width="3" stroke-linecap="round"/></svg>`;
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}
