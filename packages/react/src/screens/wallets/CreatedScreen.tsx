import { useEffect } from 'react';
import { createdTexts } from '../../texts/generated/en/created.ts';
import { useTexts } from '../../texts/index.ts';
import { AddressChip } from '../../ui/index.ts';
import { StatusPage } from '../StatusPage.tsx';
import { defineScreen, type ViewProps } from '../screen.ts';

export interface CreatedProps {
  readonly address: string;
}

export interface CreatedExits {
  done: undefined;
}

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
