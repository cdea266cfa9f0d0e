import type { ChildProcess } from 'node:child_process';

/** Codes on their way from a server to the client that waits for them. */
export interface CodeBox {
  keep(address: string, code: string): void;
  /**
   * Takes the code that was sent to an address, or waits up to 10 s for it, because some servers answer before they
   * send it.
   */
  takeCode(address: string): Promise<string>;
}

export function createCodeBox(): CodeBox {
  const codes = new Map<string, string>();
  const waiting = new Map<string, (code: string) => void>();
  return {
    keep(address, code) {
      const take = waiting.get(address);
      if (take) take(code);
      else codes.set(address, code);
    },
    async takeCode(address) {
      const code = codes.get(address);
      if (codes.delete(address) && code) return code;
      return new Promise((resolve, reject) => {
        const timer = setTimeout(() => reject(new Error(`No code came for ${address}`)), 10_000);
        waiting.set(address, (late) => {
          clearTimeout(timer);
          waiting.delete(address);
          resolve(late);
        });
      });
    },
  };
}

/** Code that a server hands over instead of an email. */
export interface HandedCode {
  to: string;
  code: string;
}

/** Receives the codes that a server hands over to the process that started it. */
export function receiveCodes(child: ChildProcess): CodeBox {
  const box = createCodeBox();
  child.on('message', (codes: readonly HandedCode[]) => {
    for (const { to, code } of codes) box.keep(to, code);
  });
  return box;
}
