import {
  readableMessage,
  readInstructions,
  readSolanaMessage,
  readTypedData,
  spellOut,
  toHex,
} from '@latchkey/frame/readable';
import type { SignInput } from '../../request.ts';
import { useTexts } from '../../ui/index.ts';
import { PartsView } from './PartsView.tsx';

export const typedDataTexts = { domain: 'Domain' } as const;

/** What is signed, as a person may read it. */
export function RequestContents({ request }: { request: SignInput }) {
  const { domain } = useTexts('typedData', typedDataTexts);
  switch (request.method) {
    case 'personal_sign':
      return <p className="message">{readableMessage(request.data)}</p>;
    case 'eth_signTypedData_v4':
      return <PartsView parts={readTypedData(request.data, domain)} />;
    case 'solana_signMessage':
      return typeof request.data === 'string' ? (
        <p className="message">{spellOut(request.data)}</p>
      ) : (
        <p className="message mono">{toHex(request.data)}</p>
      );
    case 'solana_signTransaction':
    case 'solana_signAndSendTransaction':
      return <PartsView parts={readTransaction(request.data)} />;
  }
}

/** What core has checked, in base64. */
export function readTransaction(data: string) {
  const message = readSolanaMessage(Uint8Array.from(atob(data), (character) => character.charCodeAt(0)));
  return message ? readInstructions(message) : [];
}
