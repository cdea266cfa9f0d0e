import type { ReactNode } from 'react';
import { addressTexts } from '../../texts/generated/en/address.ts';
import { useTexts } from '../../texts/index.ts';
import { Icon, Identicon, shorten, useCopy } from '../../ui/index.ts';
import type { Fact } from './facts.ts';

export function Row({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="row">
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

export function FactRows({ facts }: { facts: readonly Fact[] }) {
  return facts.map((fact, place) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a transaction never changes while it is shown.
    <Row key={place} name={fact.name}>
      {'address' in fact ? (
        <Address of={fact.address} />
      ) : (
        <span {...(fact.isCode ? { className: 'mono', translate: 'no' } : {})}>{fact.text}</span>
      )}
    </Row>
  ));
}

export function Address({ of }: { of: string }) {
  const texts = useTexts('address', addressTexts);
  return (
    <CopyText copied={texts.copied} label={`${texts.copy}: ${shorten(of)}`} text={of}>
      <Identicon seed={of} size={20} />
    </CopyText>
  );
}

interface CopyTextProps {
  readonly text: string;
  readonly label: string;
  readonly copied: string;
  /** Content before the text. */
  readonly children?: ReactNode;
}

/** A long text, shown by its first and last characters. A click copies all of it. */
export function CopyText({ text, label, copied, children }: CopyTextProps) {
  const [isCopied, copy] = useCopy();
  return (
    <button
      aria-label={isCopied ? copied : label}
      className="copy-text"
      data-copied={isCopied || undefined}
      onClick={() => copy(text)}
      title={text}
      translate="no"
      type="button"
    >
      {children}
      <span className="mono">{shorten(text)}</span>
      <Icon name={isCopied ? 'check' : 'copy'} />
    </button>
  );
}
