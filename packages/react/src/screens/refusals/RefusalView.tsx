import { Button, Status } from '../../ui/index.ts';

interface RefusalProps {
  texts: { readonly title: string; readonly detail: string; readonly button: string };
  onClick(): void;
}

/** What a screen shows that turns someone away: why, and the one thing to do about it. */
export function RefusalView({ texts, onClick }: RefusalProps) {
  return (
    <div className="page">
      <Status detail={texts.detail} state="failed" title={texts.title} />
      <div className="page-end">
        <Button autoFocus onClick={onClick}>
          {texts.button}
        </Button>
      </div>
    </div>
  );
}
