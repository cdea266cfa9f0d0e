import { recipientProblemTexts } from '../../../texts/generated/en/recipientProblem.ts';
import { useTexts } from '../../../texts/index.ts';

export function RecipientProblem({ email }: { email?: string }) {
  const texts = useTexts('recipientProblem', recipientProblemTexts);
  if (email === undefined) return texts.phone;
  const [name = '', host = ''] = email.split('@');
  const characters = `${name.replace(/[^\s"<>(),;:\\[\]]/g, '')}${host.replace(/[a-z0-9.-]/g, '')}`;
  return characters === ''
    ? texts.email
    : texts.characters({ characters: [...new Set(characters)].join(' ') });
}
