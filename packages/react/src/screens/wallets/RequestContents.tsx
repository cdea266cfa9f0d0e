import {
  type ReadablePart,
  readableMessage,
  readInstructions,
  readSolanaMessage,
  readTypedData,
  spellOut,
  toHex,
} from '@latchkey/frame/readable';
import type { SignInput } from '../../request.ts';
import { Icon, useTexts } from '../../ui/index.ts';
import { PartsView } from './PartsView.tsx';
import { type Facts, findNotice, readFacts, solanaFactsTexts } from './solanaFacts.ts';

export const typedDataTexts = { domain: 'Domain' } as const;

/** What is signed, as a person may read it. */
export function RequestContents({ request, facts }: { request: SignInput; facts: Facts }) {
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
      return <PartsView parts={readTransaction(request.data)} />;
    case 'solana_signAndSendTransaction':
      return <SentTransaction facts={facts} parts={readTransaction(request.data)} />;
  }
}

/** A transaction that is sent: what the network foresees, above what it does. */
function SentTransaction({ facts, parts }: { facts: Facts; parts: readonly ReadablePart[] }) {
  const texts = useTexts('solanaFacts', solanaFactsTexts);
  if (typeof facts === 'string') return <PartsView parts={parts} />;
  const notice = findNotice(facts, texts);
  return (
    <>
      {notice === null ? null : (
        <p className="fact-notice" role="alert">
          <Icon name="info" />
          {notice}
        </p>
      )}
      <PartsView parts={[...readFacts(facts, texts), ...parts]} />
    </>
  );
}

/** What core has checked, in base64. */
function readTransaction(data: string) {
  const message = readSolanaMessage(Uint8Array.from(atob(data), (character) => character.charCodeAt(0)));
  return message ? readInstructions(message) : [];
}
