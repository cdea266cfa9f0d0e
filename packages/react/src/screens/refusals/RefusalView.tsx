import { Button } from '../../ui/index.ts';
import { StatusPage } from '../StatusPage.tsx';

interface RefusalProps {
  texts: { readonly title: string; readonly detail: string; readonly button: string };
  onClick(): void;
}

export function RefusalView({ texts, onClick }: RefusalProps) {
  return (
    <StatusPage
      actions={
        <Button autoFocus onClick={onClick}>
          {texts.button}
        </Button>
      }
      detail={texts.detail}
      state="failed"
      title={texts.title}
    />
  );
}
