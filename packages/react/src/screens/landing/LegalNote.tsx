import type { AppSettings } from '@latchkey/core';
import { legalTexts } from '../../texts/generated/en/legal.ts';
import { useTexts } from '../../texts/index.ts';
import { WebLink } from '../../ui/index.ts';

/** The legal footer: shown when there is something to read and nothing to accept (LAND-30). */
export function LegalNote({ legal }: { legal: AppSettings['legal'] }) {
  const texts = useTexts('legal', legalTexts);
  const { termsAndConditionsUrl: terms, privacyPolicyUrl: privacy } = legal;
  if (legal.requireUsersAcceptTerms || !(terms || privacy)) return null;
  return (
    <p className="muted small center legal">
      {texts.agree} <LegalLink href={terms}>{texts.terms}</LegalLink> &amp;{' '}
      <LegalLink href={privacy}>{texts.privacy}</LegalLink>
    </p>
  );
}

/** A link where there is an address, the bare word where there is none: the sentence is exact (LAND-30). */
function LegalLink({ href, children }: { href: string | null; children: string }) {
  return href ? <WebLink href={href}>{children}</WebLink> : children;
}
