import { useEffect } from 'react';
import { AddressChip, useTexts } from '../../ui/index.ts';
import { StatusPage } from '../StatusPage.tsx';
import { defineScreen, type ViewProps } from '../screen.ts';

export interface CreatedProps {
  readonly address: string;
}

export interface CreatedExits {
  done: undefined;
}

export const createdTexts = {
  title: 'Your wallet is ready',
  detail: 'Use it wherever you log in.',
} as const;

function CreatedView({ props, exit }: ViewProps<CreatedProps, CreatedExits>) {
  const texts = useTexts('created', createdTexts);
  useEffect(() => exit('done'), [exit]);

  return (
    <StatusPage detail={texts.detail} state="done" title={texts.title}>
      <AddressChip address={props.address} />
    </StatusPage>
  );
}

export const createdScreen = defineScreen<CreatedProps, CreatedExits>({
  height: 'compact',
  header: {},
  View: CreatedView,
});
