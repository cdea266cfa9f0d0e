import { useTexts } from '../../../ui/index.ts';

export const recipientProblemTexts = {
  email: 'Enter a full email address, such as your@email.example',
  characters: (characters: string) => `An email address can't contain “${characters}”`,
  phone: 'Enter a full phone number of the country you chose',
} as const;

/** Says why what a person typed is no address, or no number. */
export function RecipientProblem({ email }: { email?: string }) {
  const texts = useTexts('recipientProblem', recipientProblemTexts);
  if (email === undefined) return texts.phone;
  const [name = '', host = ''] = email.split('@');
  const characters = `${name.replace(/[^\s"<>(),;:\\[\]]/g, '')}${host.replace(/[a-z0-9.-]/g, '')}`;
  return characters === '' ? texts.email : texts.characters([...new Set(characters)].join(' '));
}
