import {
  readableMessage,
  readFarcasterMessage,
  readInstructions,
  readSolanaMessage,
  readTypedData,
  spellOut,
  toHex,
} from '@latchkey/frame/readable';
import type { SignInput } from '../../request.ts';
import { rawHashTexts } from '../../texts/generated/en/rawHash.ts';
import { typedDataTexts } from '../../texts/generated/en/typedData.ts';
import { useTexts } from '../../texts/index.ts';
import { Icon } from '../../ui/index.ts';
import { PartsView } from './PartsView.tsx';

export function RequestContents({ request }: { request: SignInput }) {
  const { domain } = useTexts('typedData', typedDataTexts);
  switch (request.method) {
    case 'personal_sign':
      return (
        <p className="message" translate="no">
          {readableMessage(request.data)}
        </p>
      );
    case 'secp256k1_sign':
      return <RawHash hash={request.data} />;
    case 'farcaster_signMessage': {
      const { fid, hash, message } = request;
      return message ? (
        <PartsView parts={readFarcasterMessage(message, BigInt(fid))} />
      ) : (
        <RawHash hash={toHex(hash)} />
      );
    }
    case 'eth_signTypedData_v4':
      return <PartsView parts={readTypedData(request.data, domain)} />;
    case 'solana_signMessage':
      return typeof request.data === 'string' ? (
        <p className="message" translate="no">
          {spellOut(request.data)}
        </p>
      ) : (
        <p className="message mono" translate="no">
          {toHex(request.data)}
        </p>
      );
    case 'solana_signTransaction':
    case 'solana_signAndSendTransaction':
      return <PartsView parts={readTransaction(request.data)} />;
  }
}

/** A hash, with a warning that nobody can tell what it stands for. */
function RawHash({ hash }: { hash: string }) {
  const { warning } = useTexts('rawHash', rawHashTexts);
  return (
    <>
      <div role="alert">
        <ul className="warnings">
          <li>
            <Icon name="info" />
            {warning}
          </li>
        </ul>
      </div>
      <p className="message mono" translate="no">
        {hash}
      </p>
    </>
  );
}

/** Reads a base64 transaction. */
export function readTransaction(data: string) {
  const message = readSolanaMessage(Uint8Array.from(atob(data), (character) => character.charCodeAt(0)));
  return message ? readInstructions(message) : [];
}
