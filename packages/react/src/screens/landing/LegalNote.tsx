import type { AppSettings } from '@latchkey/core';
import { legalTexts } from '../../texts/generated/en/legal.ts';
import { useTexts } from '../../texts/index.ts';
import { WebLink } from '../../ui/index.ts';

/** Legal footer, shown if there are documents and no terms to accept (LAND-30). */
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

/** A link, or plain text if there is no address, because the sentence must not change (LAND-30). */
function LegalLink({ href, children }: { href: string | null; children: string }) {
  return href ? <WebLink href={href}>{children}</WebLink> : children;
}
