import { readInstructions, readSolanaMessage } from '@latchkey/frame/readable';

/**
 * A Solana transaction as a list of what it does, in the programs' own names.
 *
 * @param data the message that is signed, in base64; what core has checked
 */
export function TransactionView({ data }: { data: string }) {
  const message = readSolanaMessage(Uint8Array.from(atob(data), (character) => character.charCodeAt(0)));
  return (
    <div className="typed">
      {(message ? readInstructions(message) : []).map(({ title, fields }, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: what is signed never changes while it is shown.
        <section className="typed-part" key={place}>
          <p className="typed-type">{title}</p>
          <dl className="fields">
            {fields.map(({ name, value }) => (
              <div className="typed-field" key={name}>
                <dt>{name}</dt>
                <dd className="mono">{value}</dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </div>
  );
}
